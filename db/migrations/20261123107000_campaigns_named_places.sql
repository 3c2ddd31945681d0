-- A place of an ad group has its names with it, so that every screen and export shows them without the gazetteer, and may
-- be an excluded one. Until now a place was one of thirty cities, known by its key, or a point without a name.
update campaigns.ad_groups set locations = (
  select jsonb_agg(
    jsonb_build_object('names', names.value, 'excluded', false) || place.value
    order by place.at)
  from jsonb_array_elements(locations) with ordinality as place (value, at)
  left join (values
    ('riyadh', '{"ar":"الرياض","en":"Riyadh"}'::jsonb),
    ('jeddah', '{"ar":"جدة","en":"Jeddah"}'::jsonb),
    ('makkah', '{"ar":"مكة المكرمة","en":"Makkah"}'::jsonb),
    ('madinah', '{"ar":"المدينة المنورة","en":"Madinah"}'::jsonb),
    ('dammam', '{"ar":"الدمام","en":"Dammam"}'::jsonb),
    ('khobar', '{"ar":"الخبر","en":"Khobar"}'::jsonb),
    ('dhahran', '{"ar":"الظهران","en":"Dhahran"}'::jsonb),
    ('jubail', '{"ar":"الجبيل","en":"Jubail"}'::jsonb),
    ('qatif', '{"ar":"القطيف","en":"Qatif"}'::jsonb),
    ('hofuf', '{"ar":"الأحساء","en":"Al-Ahsa"}'::jsonb),
    ('hafar', '{"ar":"حفر الباطن","en":"Hafar Al-Batin"}'::jsonb),
    ('taif', '{"ar":"الطائف","en":"Taif"}'::jsonb),
    ('yanbu', '{"ar":"ينبع","en":"Yanbu"}'::jsonb),
    ('rabigh', '{"ar":"رابغ","en":"Rabigh"}'::jsonb),
    ('buraydah', '{"ar":"بريدة","en":"Buraydah"}'::jsonb),
    ('unaizah', '{"ar":"عنيزة","en":"Unaizah"}'::jsonb),
    ('hail', '{"ar":"حائل","en":"Hail"}'::jsonb),
    ('tabuk', '{"ar":"تبوك","en":"Tabuk"}'::jsonb),
    ('sakaka', '{"ar":"سكاكا","en":"Sakaka"}'::jsonb),
    ('arar', '{"ar":"عرعر","en":"Arar"}'::jsonb),
    ('abha', '{"ar":"أبها","en":"Abha"}'::jsonb),
    ('khamis', '{"ar":"خميس مشيط","en":"Khamis Mushait"}'::jsonb),
    ('bisha', '{"ar":"بيشة","en":"Bisha"}'::jsonb),
    ('baha', '{"ar":"الباحة","en":"Al-Baha"}'::jsonb),
    ('jazan', '{"ar":"جازان","en":"Jazan"}'::jsonb),
    ('najran', '{"ar":"نجران","en":"Najran"}'::jsonb),
    ('kharj', '{"ar":"الخرج","en":"Al-Kharj"}'::jsonb),
    ('dawadmi', '{"ar":"الدوادمي","en":"Ad-Dawadimi"}'::jsonb),
    ('majmaah', '{"ar":"المجمعة","en":"Al-Majmaah"}'::jsonb),
    ('zulfi', '{"ar":"الزلفي","en":"Az-Zulfi"}'::jsonb)
  ) as names (key, value) on names.key = place.value ->> 'city'
)
where jsonb_array_length(locations) > 0;
