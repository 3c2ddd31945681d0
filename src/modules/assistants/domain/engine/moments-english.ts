import type { Moments } from "./moments-arabic-1.ts";
import type { ProductKind } from "./product-kinds.ts";

export const englishMoments: Record<ProductKind, Moments> = {
  abaya: {
    moments: [
      "Wear it to work in the morning and to a family dinner at night.",
      "Hang it by the door: it is the abaya you will reach for first.",
    ],
    tails: ["desk to dinner", "all day"],
  },
  dress: {
    moments: [
      "For engagements, Eid and every photo in between.",
      "Try it with your heels two days before the party, and relax.",
    ],
    tails: ["made for Eid", "for the party"],
  },
  thobe: {
    moments: [
      "For Friday prayers, the office and the majlis afterwards.",
      "Iron it on Thursday night and Friday is ready.",
    ],
    tails: ["for Fridays", "for the majlis"],
  },
  perfume: {
    moments: [
      "One spray before work, one before the gathering.",
      "Keep it in the car for plans you did not plan.",
    ],
    tails: ["before you go", "your signature"],
  },
  incense: {
    moments: ["Let the majlis greet your guests before you do.", "Eid clothes deserve it the night before."],
    tails: ["guests are near", "for Eid night"],
  },
  dates: {
    moments: [
      "Two with your coffee and the stories begin.",
      "First on the table when the call to prayer is heard.",
    ],
    tails: ["with your coffee", "for the table"],
  },
  coffee: {
    moments: ["The cup before the traffic.", "Pour one for the afternoon, and one for whoever drops by."],
    tails: ["before traffic", "for afternoons"],
  },
  tea: {
    moments: [
      "A pot by the fire and glasses in a row.",
      "After dinner nobody leaves before the second glass.",
    ],
    tails: ["after dinner", "by the fire"],
  },
  honey: {
    moments: [
      "A spoon with warm bread on a Friday morning.",
      "One jar for your parents, one for the cupboard.",
    ],
    tails: ["Friday breakfast", "for parents"],
  },
  sweets: {
    moments: [
      "Open the box beside the coffee and watch it empty.",
      "For the new baby, the new job and the guests who come to say so.",
    ],
    tails: ["with coffee", "good news needs it"],
  },
  spices: {
    moments: [
      "Friday's kabsa can be smelt from next door.",
      "A pinch just before you take the pot off the heat.",
    ],
    tails: ["for Friday kabsa", "a last pinch"],
  },
  watch: {
    moments: [
      "Check it before the meeting; others will check it during.",
      "A graduation gift that never stays in the drawer.",
    ],
    tails: ["on your wrist", "a worn gift"],
  },
  bag: {
    moments: [
      "Phone, keys and perfume in one place, and out you go.",
      "From campus to the mall on one shoulder.",
    ],
    tails: ["carries your day", "on one shoulder"],
  },
  shoes: {
    moments: [
      "Put them on at the door and forget you did.",
      "A long evening walk starts with what is on your feet.",
    ],
    tails: ["every step", "evening walks"],
  },
  headphones: {
    moments: ["The drive to work becomes a podcast.", "Take the meeting while you pour the coffee."],
    tails: ["for the commute", "hands free"],
  },
  phone_case: {
    moments: [
      "Your phone falls once a day; it is a habit of phones.",
      "The road trip is longer than the battery.",
    ],
    tails: ["for your phone", "road-trip ready"],
  },
  skin_care: {
    moments: [
      "Two minutes before bed that belong to you.",
      "Keep it by the mirror so that you never skip it.",
    ],
    tails: ["two minutes", "by the mirror"],
  },
  hair_care: {
    moments: ["A Friday-night oil bath, as your mother taught you.", "Before the dryer, after the pool."],
    tails: ["Friday nights", "after the pool"],
  },
  makeup: {
    moments: ["Five minutes in the car and you are ready.", "In your bag for whoever you may meet."],
    tails: ["five minutes", "in your bag"],
  },
  toy: {
    moments: [
      "An hour of quiet on the living-room carpet.",
      "Have it wrapped before the school report arrives.",
    ],
    tails: ["screen-free hour", "for the report"],
  },
  decor: {
    moments: [
      "The empty corner finally has a picture of its own.",
      "Guests will photograph the majlis before the coffee.",
    ],
    tails: ["for that corner", "for the majlis"],
  },
  kitchen: {
    moments: ["Out before your guests ask about the coffee.", "One of the first things a new home needs."],
    tails: ["for guests", "new-home gift"],
  },
  jewellery: {
    moments: [
      "The last thing you put on before you lock the door.",
      "Your mother needs no occasion to be given it.",
    ],
    tails: ["the last touch", "for your mother"],
  },
  sport: {
    moments: ["Pack it tonight and tomorrow has no excuse.", "Three mornings a week make a habit."],
    tails: ["after dawn", "start today"],
  },
  camping: {
    moments: [
      "The nights are cool and the desert is calling.",
      "Load it before dawn, light the fire after sunset.",
    ],
    tails: ["desert nights", "by the fire"],
  },
  book: {
    moments: ["Ten pages before bed, instead of the phone.", "Plan the week on paper and tick it off."],
    tails: ["before bed", "plan the week"],
  },
  plant: {
    moments: ["A desk needs one thing that is alive.", "Never visit a new home with empty hands."],
    tails: ["for your desk", "a visiting gift"],
  },
  bedding: {
    moments: [
      "Change the bed on Thursday and the whole room follows.",
      "The guest room is ready before the doorbell.",
    ],
    tails: ["weekend sleep", "for guests"],
  },
};
