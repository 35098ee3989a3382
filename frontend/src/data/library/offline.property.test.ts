import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { writePresentUser } from '../../lib/present-user.ts'
import { createFakeServer, type Fault } from '../../test-support/fake-library-server.ts'
import { createFakeLocks } from '../../test-support/fake-locks.ts'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { mara } from '../../test-support/server.ts'
import { newNote } from '../notes/new-note.ts'
import { sendOutboxInWorker } from '../outbox/in-worker.ts'
import { refusedActs, tryAgain } from '../outbox/refused.ts'
import { createSession } from '../session/session.ts'
import { type ActListener, type Library, openLibrary } from './library.ts'

withFakeTime()

const pick = fc.nat({ max: 5 })
const step = fc.oneof(
  fc.record({ do: fc.constant('offline' as const), value: fc.boolean() }),
  fc.record({ do: fc.constant('save' as const) }),
  fc.record({ do: fc.constant('note' as const), pick }),
  fc.record({ do: fc.constant('edit' as const), pick }),
  fc.record({ do: fc.constant('delete note' as const), pick }),
  fc.record({ do: fc.constant('delete link' as const), pick }),
  fc.record({ do: fc.constant('toggle' as const) }),
  fc.record({
    do: fc.constant('fail' as const),
    fault: fc.constantFrom<Fault[]>('full', 'unavailable', 'lost-before', 'lost-after', 'hang'),
  }),
  fc.record({ do: fc.constant('open tab' as const) }),
  fc.record({ do: fc.constant('close tab' as const), pick }),
  fc.record({ do: fc.constant('worker' as const) }),
  fc.record({ do: fc.constant('weeks pass' as const) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 300, 20_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
/** What the person made: its text, and the number of the act that made it. */
type Made = {
  text: string
  seq: number
  on?: Made
  isDeleted: boolean
  /** The numbers of the last acts that edited and deleted it. */
  edit?: number
  deletedBy?: number
}

const run = async (steps: readonly Step[]) => {
  const user = { ...mara, id: crypto.randomUUID() }
  const server = createFakeServer(user, 2, [20])
  const connection = { onLine: true }
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('EventSource', server.EventSource)
  const browser = Object.defineProperty({ ...navigator, locks: createFakeLocks() }, 'onLine', {
    get: () => connection.onLine,
  })
  vi.stubGlobal('navigator', browser)
  localStorage.setItem('user', JSON.stringify(user))
  await writePresentUser(user)
  const setOffline = (now: boolean) => {
    connection.onLine = !now
    server.setOffline(now)
    if (!now) dispatchEvent(new Event('online'))
  }
  const tabs: (Library & { close: () => void })[] = []
  /** The form of an act that is refused at once deals with it. */
  const listen: ActListener = event => {
    if (event.outbox !== 'refused') return
    if (event.act.name === 'favorite') isFavorite = undefined
    if (event.stored.some(({ seq }) => seq === event.act.seq)) return
    const { name, seq } = event.act
    for (const each of [...links, ...notes])
      if (name.startsWith('delete') ? each.deletedBy === seq : each.seq === seq)
        each.isDeleted = !name.startsWith('delete')
    for (const note of notes) if (texts.has(seq) && note.edit === seq) note.text = texts.get(seq) ?? ''
  }
  const openTab = async () => {
    const library = openLibrary(user.id, createSession())
    library.onAct(listen)
    tabs.push({ ...library, close: library.start() })
    await pass(400)
  }
  await openTab()

  const links: Made[] = []
  const notes: Made[] = []
  let count = 0
  let isFavorite: boolean | undefined = false
  /** By the number of an edit: what its note said before. */
  const texts = new Map<number, string>()
  /** The id or the name of what was made, as this tab shows it; undefined where it shows none. */
  const idOf = ({ outbox }: Library, { seq, text }: Made, made: readonly { id: number; text: string }[]) =>
    outbox.pending().some(({ act }) => act.seq === seq)
      ? outbox.idOf(-seq)
      : made.find(each => each.text === text)?.id
  const linkIds = () => server.list('').map(({ id, title }) => ({ id, text: title }))
  const noteIds = () => server.notes().map(({ id, content }) => ({ id, text: content }))
  const shown = <T extends Made>(all: readonly T[], pick: number): T | undefined =>
    all.filter(({ isDeleted, on }) => !isDeleted && !on?.isDeleted)[pick]
  const lastSeq = ({ outbox }: Library) => outbox.pending().at(-1)?.act.seq ?? 0

  const take = async (each: Step) => {
    const tab = tabs.at(-1)
    if (each.do === 'offline') setOffline(each.value)
    if (each.do === 'fail') server.fail(each.fault)
    if (each.do === 'weeks pass') server.forgetCommands()
    if (each.do === 'open tab' && tabs.length < 2) await openTab()
    if (each.do === 'close tab') tabs.splice(each.pick % Math.max(1, tabs.length), 1)[0]?.close()
    if (each.do === 'worker') await Promise.race([sendOutboxInWorker().catch(() => undefined), pass(2_000)])
    if (each.do === 'pass') await pass(each.ms)
    if (!tab || !tabs.includes(tab)) return
    if (each.do === 'save') {
      const text = `Link ${++count} of mine`
      void tab.outbox.act('saveLink', { url: `https://new.test/${count}`, title: text })
      links.push({ text, seq: lastSeq(tab), isDeleted: false })
    }
    if (each.do === 'note') {
      const on = shown(links, each.pick)
      const linkId = on ? idOf(tab, on, linkIds()) : 1
      if (linkId === undefined) return
      const note = newNote({ linkId, type: 'note', content: `Text ${++count}` })
      void tab.outbox.act('takeNote', note)
      const made = { text: note.content, seq: lastSeq(tab), isDeleted: false }
      notes.push(on ? { ...made, on } : made)
    }
    const note = 'pick' in each ? shown(notes, each.pick) : undefined
    const linkId = note?.on ? idOf(tab, note.on, linkIds()) : 1
    const noteId = note && idOf(tab, note, noteIds())
    if (each.do === 'edit' && note && noteId !== undefined && linkId !== undefined) {
      // Its text is known here under the new one from now on.
      if (tab.outbox.pending().some(({ act }) => act.name === 'reviseNote' && act.params.noteId === noteId))
        return
      const before = note.text
      note.text = `Text ${++count}`
      void tab.outbox.act('reviseNote', { noteId, linkId, content: note.text })
      note.edit = lastSeq(tab)
      texts.set(note.edit, before)
    }
    if (each.do === 'delete note' && note && noteId !== undefined && linkId !== undefined) {
      note.isDeleted = true
      void tab.outbox.act('deleteNote', { noteId, linkId })
      note.deletedBy = lastSeq(tab)
    }
    if (each.do === 'delete link') {
      const link = shown(links, each.pick)
      const id = link && idOf(tab, link, linkIds())
      if (!link || id === undefined) return
      link.isDeleted = true
      void tab.outbox.act('deleteLink', { linkId: id })
      link.deletedBy = lastSeq(tab)
    }
    if (each.do === 'toggle') {
      isFavorite = !isFavorite
      void tab.outbox.act('favorite', { linkId: 1, isFavorite })
    }
  }
  for (const each of steps) {
    await take(each)
    await pass(0)
  }

  setOffline(false)
  if (tabs.length === 0) await openTab()
  await pass(400_000)
  // A connection that breaks again and again refuses nothing for good.
  for (let n = 0; n < steps.length + 1; n++) {
    const outbox = tabs[0]?.outbox
    if (!outbox || outbox.refused().length === 0) break
    for (const refused of refusedActs(outbox.refused())) tryAgain(outbox, refused)
    await pass(60_000)
  }
  const outbox = tabs[0]?.outbox
  expect(outbox?.pending().filter(({ act }) => act.state === 'waiting')).toEqual([])
  const refused = outbox?.refused().flatMap(({ params }) => ('content' in params ? params.content : []))
  for (const { text, isDeleted } of links)
    expect([text, linkIds().filter(each => each.text === text).length]).toEqual([text, isDeleted ? 0 : 1])
  for (const { text, isDeleted, on } of notes) {
    const there = noteIds().filter(each => each.text === text).length
    expect([text, there + (refused?.filter(content => content === text).length ?? 0)]).toEqual([
      text,
      isDeleted || on?.isDeleted ? expect.any(Number) : 1,
    ])
    if (isDeleted) expect(there).toBe(0)
  }
  expect(server.notes()).toHaveLength(
    notes.filter(({ isDeleted, on }) => !isDeleted && !on?.isDeleted).length,
  )
  if (isFavorite !== undefined) expect(server.link(1)?.isFavorite).toBe(isFavorite)
  // A server that has forgotten the command does it again, and finds that it is done.
  if (!steps.some(each => each.do === 'weeks pass'))
    expect([...server.effects.values()].filter(times => times > 1)).toEqual([])
  for (const { close } of tabs) close()
}

test('what is done offline and online, in two tabs and by the worker, is done once in the end, and no text is lost', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 16 }), run), { numRuns: 100 })
})
