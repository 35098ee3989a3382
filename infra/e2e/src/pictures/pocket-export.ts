/** An export of Pocket with rows of every fate: new ones, repetitions, and rows that are no links. */
export const POCKET_CSV: string = [
  'title,url,time_added,tags,status',
  ...Array.from({ length: 480 }, (_, n) => {
    const url = `https://harbour-letters.example/${n % 468}`
    return `Letter ${n} from the harbour,${url},${1_400_000_000 + n * 86_400},letters|sea,${n % 3 ? 'archive' : 'unread'}`
  }),
  'A page that was never saved,,1500000000,,unread',
  'A bookmarklet,javascript:void(0),1500000000,,unread',
].join('\n')
