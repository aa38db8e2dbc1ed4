/** The nouns that the demo studio knows: it uses a person's word only if it can be sure what it is. */

const list = (words: string): readonly string[] => words.trim().split(/\s*,\s*/);

/** Who a story can be about. Two words stand before the one that they contain. */
export const heroNouns = list(`
  old man, old woman, young man, young woman, little girl, little boy, time traveler, bounty hunter, taxi driver, bus driver,
  teddy bear, snow leopard, polar bear, sea captain, barista, keeper, captain, sailor, fisherman, fisherwoman, pirate, skipper,
  detective, inspector, spy, agent, reporter, journalist, thief, girl, boy, child, kid, teenager, daughter, son, sister, brother,
  twin, granddaughter, grandson, grandmother, grandfather, grandma, grandpa, mother, father, mom, dad, aunt, uncle, cousin,
  inventor, engineer, scientist, mechanic, student, professor, scholar, teacher, monk, nun, priest, wizard, writer, poet,
  novelist, queen, king, prince, princess, witch, knight, samurai, ninja, warrior, soldier, pilot, astronaut, commander, robot,
  android, alien, diver, swimmer, explorer, climber, mountaineer, skier, guide, runner, courier, dancer, ballerina, athlete, boxer,
  surfer, skateboarder, traveler, traveller, nomad, merchant, stranger, pilgrim, walker, hiker, ranger, farmer, shepherd, cowboy,
  sheriff, outlaw, gunslinger, baker, chef, cook, waiter, waitress, barber, tailor, shoemaker, watchmaker, clockmaker, carpenter,
  blacksmith, gardener, florist, beekeeper, cartographer, mayor, president, tenant, landlord, marine biologist, truck driver, driver, drifter, vagabond, doctor, nurse, surgeon, firefighter, paramedic, lifeguard, lawyer, judge, clerk,
  librarian, bookseller, painter, artist, sculptor, photographer, filmmaker, actor, actress, musician, singer, pianist, violinist,
  drummer, guitarist, saxophonist, conductor, composer, magician, clown, acrobat, postman, mailman, janitor, caretaker, night watchman, guard, hacker,
  programmer, gamer, widow, widower, bride, groom, couple, friend, neighbor, neighbour, family, orphan, refugee, immigrant,
  villager, hero, heroine, superhero, ghost, vampire, werewolf, zombie, monster, dragon, mermaid, fairy, elf, goblin, troll, giant,
  dog, puppy, cat, kitten, fox, wolf, bear, rabbit, hare, mouse, hedgehog, squirrel, deer, horse, pony, donkey, cow, pig, goat,
  sheep, lion, tiger, elephant, giraffe, monkey, gorilla, panda, penguin, owl, crow, raven, eagle, sparrow, parrot, duck, goose,
  swan, turtle, tortoise, frog, snail, octopus, dolphin, whale, shark, bee, butterfly, dinosaur, archaeologist, geologist, biologist,
  historian, coach, goalkeeper, champion, gymnast, racer, trucker, hitchhiker, backpacker, tourist, trainee, intern,
  chess player, street musician, woman, man, snowman, scarecrow, puppet, puppeteer, toymaker, glassblower, potter, fisher, miner
`);

export const placeNouns = list(`
  space station, train station, gas station, jazz club, night market, bus stop, coffee shop, amusement park, ghost town, theme park,
  lighthouse, harbor, harbour, island, village, town, city, castle, palace, forest, desert, mountain, valley, beach, farm, barn,
  school, library, museum, theater, theatre, cinema, hotel, motel, hospital, church, monastery, temple, restaurant, café, cafe,
  bakery, kitchen, shop, bookstore, bookshop, factory, workshop, laboratory, lab, station, moon, airport, subway, bridge, tower,
  garden, park, zoo, circus, carnival, stadium, prison, cemetery, graveyard, mansion, house, apartment, cabin, cottage, cave, mine,
  river, lake, ocean, sea, jungle, swamp, bar, nightclub, office, market, road, highway, border, kingdom, basement, attic, diner,
  lodge, observatory, shipyard, vineyard, orchard, meadow, ranch, saloon, pier, coast, bay, reef, canyon, glacier, volcano, rooftop,
  playground, courtroom, spaceship, submarine, planet, neighborhood, suburb, studio, gym, pool, rink, greenhouse, windmill, arena,
  marsh, pond, opera house, opera, academy, university, asylum, orphanage, elevator, tunnel, warehouse, laundromat, supermarket
`);

export const thingNouns = list(`
  pocket watch, music box, time machine, wedding ring, wedding dress, red ball, love letter, message in a bottle, magic lamp,
  hot-air balloon, letter, map, key, violin, cello, piano, guitar, trumpet, saxophone, drum, clock, camera, photograph, photo, ring,
  notebook, diary, journal, lantern, lamp, machine, painting, portrait, song, melody, coin, treasure, sword, crown, compass,
  bicycle, bike, motorcycle, kite, balloon, umbrella, suitcase, phone, telephone, radio, bottle, mirror, necklace, bracelet, toy,
  seed, flower, rose, cake, recipe, soup, pizza, ramen, noodle, coffee, tea, bread, pie, chocolate, trophy, medal, ticket,
  telescope, rocket, boat, ship, sailboat, engine, chip, signal, message, postcard, telegram, formula, potion, gem, diamond, emerald,
  egg, feather, shell, pearl, hat, scarf, quilt, sweater, dress, typewriter, record, cassette, film, statue, amulet, artifact,
  relic, book, spellbook, scroll, manuscript, script, puzzle, chessboard, ball, skateboard, surfboard, drone, satellite, virus,
  antidote, vaccine, stone, meteorite, comet, star, apple, lemon, honey, wine, whiskey, perfume, candle, bell, anchor, sail, net,
  logbook, blueprint, wallet, briefcase, backpack, money, gold, snow globe, jukebox, carousel, puppet, doll, mask, box, chest
`);

/** Nouns that are as they are in the plural too, or not made by the rules. */
export const irregularPlurals: Readonly<Record<string, string>> = {
  children: 'child',
  men: 'man',
  women: 'woman',
  wolves: 'wolf',
  thieves: 'thief',
  mice: 'mouse',
  geese: 'goose',
  fishermen: 'fisherman',
  snowmen: 'snowman',
  'old men': 'old man',
  'old women': 'old woman',
  'young men': 'young man',
  'young women': 'young woman',
  elves: 'elf',
  heroes: 'hero',
};

/** Places with a name, which take no article. */
export const namedPlaces = list(`
  New York, Los Angeles, San Francisco, Las Vegas, New Orleans, Hong Kong, Rio de Janeiro, Cape Town, Buenos Aires, Mexico City,
  Paris, London, Tokyo, Kyoto, Berlin, Rome, Venice, Naples, Florence, Milan, Madrid, Barcelona, Lisbon, Vienna, Prague, Budapest,
  Warsaw, Istanbul, Athens, Cairo, Marrakesh, Casablanca, Nairobi, Lagos, Mumbai, Delhi, Bangkok, Hanoi, Shanghai, Beijing, Seoul,
  Sydney, Melbourne, Chicago, Boston, Seattle, Miami, Texas, California, Alaska, Hawaii, Nashville, Detroit, Brooklyn, Manhattan,
  Iceland, Norway, Sweden, Finland, Scotland, Ireland, England, France, Italy, Spain, Portugal, Germany, Greece, Turkey, Egypt,
  Morocco, Kenya, India, China, Japan, Korea, Vietnam, Thailand, Brazil, Peru, Chile, Argentina, Mexico, Cuba, Canada, Australia,
  Antarctica, Greenland, Siberia, Mongolia, Mars, Venus, Jupiter, Saturn, Pluto, Edinburgh, Dublin, Amsterdam, Oslo, Stockholm
`);

/** First names that are nothing else. */
export const firstNames = list(`
  Ada, Adam, Aisha, Alex, Alice, Amara, Amelia, Amir, Ana, Andrea, Anna, Anton, Arthur, Ava, Ben, Bella, Bruno, Carla, Carlos, Carmen, Charlie,
  Chloe, Clara, Daniel, David, Diego, Elena, Eli, Eliza, Ella, Elena, Emil, Emily, Emma, Eva, Ethan, Fatima, Felix, Finn, Frank,
  George, Hana, Hannah, Harry, Helen, Henry, Hugo, Ida, Igor, Ines, Isaac, Isabel, Ivan, Jack, Jacob, James, Jane, Jonas, Juan,
  Julia, Kai, Karim, Kate, Kenji, Lars, Laura, Lea, Leila, Lena, Leo, Leon, Liam, Lila, Lily, Lina, Linda, Lisa, Louis, Lucas,
  Lucia, Lucy, Luis, Luna, Maja, Mara, Marco, Margot, Maria, Marie, Martha, Martin, Mateo, Maya, Mei, Mia, Michael, Mila, Milo,
  Miriam, Mohammed, Nadia, Nina, Noah, Nora, Oliver, Olivia, Omar, Oscar, Otto, Pablo, Paul, Pedro, Peter, Pia, Priya, Rafael, Rahul,
  Ravi, Rita, Robert, Rosa, Ruth, Sam, Samuel, Sara, Sarah, Simon, Sofia, Sophie, Stella, Tara, Theo, Thomas, Tim, Tom, Vera,
  Victor, Walter, William, Yuki, Yusuf, Zara, Zoe
`);
