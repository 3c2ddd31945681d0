/**
 * Cities that merchants advertise in: key, names, centre, and the radius that covers the built-up area. Centres from
 * public maps.
 */
export type City = {
  key: string;
  ar: string;
  en: string;
  latitude: number;
  longitude: number;
  radiusMetres: number;
};

const city = (
  key: string,
  ar: string,
  en: string,
  latitude: number,
  longitude: number,
  kilometres: number,
): City => ({ key, ar, en, latitude, longitude, radiusMetres: kilometres * 1_000 });

export const cities: readonly City[] = [
  city("riyadh", "الرياض", "Riyadh", 24.7136, 46.6753, 35),
  city("jeddah", "جدة", "Jeddah", 21.4858, 39.1925, 30),
  city("makkah", "مكة المكرمة", "Makkah", 21.3891, 39.8579, 20),
  city("madinah", "المدينة المنورة", "Madinah", 24.5247, 39.5692, 20),
  city("dammam", "الدمام", "Dammam", 26.4207, 50.0888, 20),
  city("khobar", "الخبر", "Khobar", 26.2172, 50.1971, 15),
  city("dhahran", "الظهران", "Dhahran", 26.2361, 50.0393, 12),
  city("jubail", "الجبيل", "Jubail", 27.0046, 49.646, 20),
  city("qatif", "القطيف", "Qatif", 26.5652, 50.0089, 12),
  city("hofuf", "الأحساء", "Al-Ahsa", 25.3833, 49.5861, 25),
  city("hafar", "حفر الباطن", "Hafar Al-Batin", 28.4342, 45.9636, 20),
  city("taif", "الطائف", "Taif", 21.2703, 40.4158, 20),
  city("yanbu", "ينبع", "Yanbu", 24.0895, 38.0618, 20),
  city("rabigh", "رابغ", "Rabigh", 22.7986, 39.0349, 12),
  city("buraydah", "بريدة", "Buraydah", 26.326, 43.975, 20),
  city("unaizah", "عنيزة", "Unaizah", 26.0843, 43.9935, 12),
  city("hail", "حائل", "Hail", 27.5114, 41.7208, 20),
  city("tabuk", "تبوك", "Tabuk", 28.3838, 36.555, 20),
  city("sakaka", "سكاكا", "Sakaka", 29.9697, 40.2064, 15),
  city("arar", "عرعر", "Arar", 30.9753, 41.0381, 15),
  city("abha", "أبها", "Abha", 18.2164, 42.5053, 15),
  city("khamis", "خميس مشيط", "Khamis Mushait", 18.3, 42.7333, 15),
  city("bisha", "بيشة", "Bisha", 20.0005, 42.6052, 15),
  city("baha", "الباحة", "Al-Baha", 20.0129, 41.4677, 12),
  city("jazan", "جازان", "Jazan", 16.8892, 42.5511, 15),
  city("najran", "نجران", "Najran", 17.4924, 44.1277, 20),
  city("kharj", "الخرج", "Al-Kharj", 24.1556, 47.312, 20),
  city("dawadmi", "الدوادمي", "Ad-Dawadimi", 24.5077, 44.3924, 12),
  city("majmaah", "المجمعة", "Al-Majmaah", 25.9039, 45.3456, 12),
  city("zulfi", "الزلفي", "Az-Zulfi", 26.2995, 44.8156, 12),
];

export const findCity = (key: string | null): City | undefined => cities.find((one) => one.key === key);
