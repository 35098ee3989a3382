import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Stack } from '../world/stack.ts'
import { kill, whatCanBeKilled } from './inflict.ts'

/** A stack with projectors of its own and every server outside. */
const stack = {
  processes: () => ({ projectors: { pid: process.pid, startedAt: '1' } }),
  ready: async () => true,
} satisfies Partial<Stack> as unknown as Stack
const probe = async () => {}

describe('servers outside the stack', () => {
  it('are killed where a command for it was given, and else left out with a line that says so', () => {
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const commands = { nats: 'true', postgres: undefined }
    const names = ['projectors', 'nats', 'postgres']
    expect(whatCanBeKilled(names, { stack, commands, say })).toEqual(['projectors', 'nats'])
    expect(said).toEqual([expect.stringMatching(/^kill of postgres: left out/)])
  })

  it('are killed by their command, which may start them again as a child of its own', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lectern-kill-')), 'killed')
    const commands = { nats: `sleep 60 & echo $! >'${file}.pid'; touch '${file}'` }
    const { violations } = await kill(stack, 'nats', { commands, probe })
    expect(violations).toEqual([])
    expect(existsSync(file)).toBe(true)
    process.kill(Number(readFileSync(`${file}.pid`, 'utf8')))
  })

  it('are not taken for killed where the command failed', async () => {
    const killing = kill(stack, 'nats', { commands: { nats: 'exit 3' }, probe })
    await expect(killing).rejects.toThrow('The command that kills nats ended with 3')
  })
})
