import type { Saved } from './saved.ts'

export const PLACES: readonly Saved[] = [
  {
    site: 'footpaths.example',
    siteName: 'Footpaths',
    path: 'across-the-island',
    title: 'Across the island on foot: five days, two shops and one bus',
    author: 'Elin Sørby',
    tags: ['walking', 'maps'],
    days: 7,
    minutes: 18,
    cover: 'hills',
    isFavorite: true,
    text: `The path has been here longer than the road and goes where the road does not: from water to water. On the second day we met a man who had never driven to the capital, because walking there took only a morning.

We carried too much bread and too few socks.`,
  },
  {
    site: 'footpaths.example',
    siteName: 'Footpaths',
    path: 'how-to-read-a-contour-line',
    title: 'How to read a contour line',
    author: 'Elin Sørby',
    tags: ['maps', 'walking'],
    days: 25,
    minutes: 6,
    cover: 'map',
    text: `A contour line is a shore that the sea has not reached. Imagine the water rising by ten metres, and draw where it stops. Where the shores crowd together you will use your hands.

Turn the map until the hill on the paper looks like the hill in front of you. Nobody is watching.`,
  },
  {
    site: 'nighttrains.example',
    siteName: 'Night Trains',
    path: 'the-return-of-the-sleeper',
    title: 'The return of the sleeper: what a night train is for',
    author: 'Mateus Lindqvist',
    tags: ['trains', 'travel'],
    note: 'Lisbon in May?',
    days: 10,
    minutes: 11,
    read: 0.2,
    cover: 'night',
    text: `An aeroplane takes the night away from you. A sleeper gives you one that you did not know you had: the hours between two cities, with a door that closes and a window that moves.

It is not fast. It arrives when you would have got up anyway.`,
  },
  {
    site: 'nighttrains.example',
    siteName: 'Night Trains',
    path: 'stations-at-dawn',
    title: 'Nine stations at dawn',
    author: 'Mateus Lindqvist',
    tags: ['trains', 'photography'],
    days: 15,
    minutes: 4,
    cover: 'town',
    text: `Before six a station belongs to its sparrows and to the person who hoses the platform. Nine of them, from north to south, between the first light and the first announcement.

The coffee is better than it has to be.`,
  },
  {
    site: 'fieldnotes-weather.example',
    siteName: 'Weather Diary',
    path: 'a-short-history-of-fog',
    title: 'A short history of fog',
    author: 'Oona Falk',
    tags: ['weather', 'sea'],
    days: 22,
    minutes: 8,
    cover: 'hills',
    text: `Fog is a cloud that has come down to see. Sailors feared it and painters waited for it, and for two hundred years both have disagreed about its colour.

It is counted in metres: the distance at which a friend becomes a rumour.`,
  },
  {
    site: 'fieldnotes-weather.example',
    siteName: 'Weather Diary',
    path: 'tides',
    title: 'The tide table is the oldest API',
    author: 'Oona Falk',
    tags: ['sea', 'time'],
    days: 35,
    minutes: 7,
    text: `It takes a place and a day, and it answers with two heights and two times. It has been stable since before electricity. Its errors are documented, and most of them are called weather.

Every harbour keeps a printed copy, in case the moon is down.`,
  },
]
