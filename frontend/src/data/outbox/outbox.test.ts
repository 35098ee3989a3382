import { expect, test, vi } from 'vitest'
import { aNote } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import { newNote } from '../notes/new-note.ts'
import { createOutbox } from './outbox.ts'

const createStore = () => ({
  all: async () => [],
  put: async () => undefined,
  remove: async () => undefined,
  close: () => undefined,
})

test('a text typed on a text that is still being sent is based on what the server made of it', async () => {
  const sent: Act[] = []
  const answers: ((result: unknown) => void)[] = []
  const outbox = createOutbox({
    userId: 'mara',
    store: createStore(),
    send: act => {
      sent.push(act)
      return new Promise(resolve => answers.push(resolve))
    },
    changedBy: () => [],
    post: () => undefined,
    onEvent: () => undefined,
    onSignedOut: () => undefined,
  })
  await outbox.lead()
  const at = (hour: number) => `2026-11-22T0${hour}:00:00.000Z`
  const revise = (content: string) =>
    void outbox.act('reviseNote', { noteId: 5, linkId: 1, content, basedOn: at(1) })
  revise('First')
  revise('Second')
  void outbox.act('takeNote', newNote({ linkId: 2, type: 'note', content: 'Elsewhere' }))
  expect(sent.map(({ params }) => 'content' in params && params.content)).toEqual(['First', 'Elsewhere'])
  answers[0]?.(aNote({ id: 5, content: 'First', updatedAt: at(2) }))
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.params).toMatchObject({ content: 'Second', basedOn: at(2) })
  outbox.stop()
})
