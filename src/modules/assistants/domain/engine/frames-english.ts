import type { Frames } from "./frame-keys.ts";

export const englishFrames: Frames = {
  opening: [
    "{name}, from {store}.",
    "Meet {name} at {store}.",
    "New at {store}: {name}.",
    "{store} has {name} ready for you.",
  ],
  audience: ["{name} {audience}, picked by {store}.", "{store} picked {short} {audience}."],
  price: ["Yours for {price}.", "{short} costs {price}.", "{price} at {store}.", "Priced at {price}."],
  sold: [
    "{units} left our shelves in the last 30 days.",
    "Shoppers took home {units} this month.",
    "{store} sold {units} in a month.",
  ],
  city: [
    "Most of {store}'s orders go to {cities}.",
    "We ship to {cities} every day.",
    "{city} orders it most.",
  ],
  delivery: [
    "Half of {store}'s orders arrive within {days}.",
    "Delivery usually takes {days}.",
    "Order today; it is usually with you in {days}.",
  ],
  cash_on_delivery: ["Pay {store} on delivery if you like.", "Cash on delivery is available for {short}."],
  returns: ["Only {percent}% came back.", "Of every hundred sold, {percent} were returned."],
  stock_left: ["{left} left at {store}.", "Only {left} of {short} remain."],
  discount: ["It was {was}; now {price}.", "{short}: from {was} to {price}."],
  call: [
    "Order {short} from {store}.",
    "See {short} at {store}.",
    "Find it at {store} and choose yours.",
    "{short} is waiting at {store}.",
  ],
  hello: ["Hello from {store}.", "Good to see you, it is {store}."],
  greeting: ["{store} wishes you a blessed {season}.", "A happy {season} from all of us at {store}."],
  reply_thanks: ["Thank you for asking {store}.", "Hello from {store}."],
  reply_no_fact: [
    "Send {store} a direct message and we will answer.",
    "Send {store} a direct message and we will tell you all about {short}.",
  ],
  headline: ["{short} for {price}", "{short} by {store}", "{short} at {store}"],
};
