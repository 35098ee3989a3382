import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from './services.ts'

/** A folder that has the bootstrap and what it reads. Its `bin` is the PATH: a few real programs, and stand-ins. */
let folder: string

/** A stand-in writes down how it is called, and does what the script says. */
const standIn = (name: string, script: string): void =>
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$@" >>"${folder}/calls"\n${script}\n`, {
    mode: 0o755,
  })

const bootstrap = () => {
  writeFileSync(join(folder, 'calls'), '')
  const { status, stdout, stderr } = spawnSync(join(folder, 'infra/stack/bootstrap.sh'), ['a-server'], {
    encoding: 'utf8',
    env: { PATH: join(folder, 'bin') },
  })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n')
  return { status, stdout, stderr, calls: calls.filter(call => !/^(node|ldconfig|id) /.test(call)) }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-bootstrap-'))
  for (const made of ['bin', 'patches', 'infra/stack']) mkdirSync(join(folder, made), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'patches/one'])
    writeFileSync(join(folder, file), '')
  copyFileSync(join(ROOT, 'infra/stack/bootstrap.sh'), join(folder, 'infra/stack/bootstrap.sh'))
  for (const program of ['cat', 'cksum', 'cp', 'dirname', 'flock', 'grep', 'head', 'mkdir', 'rm'])
    symlinkSync(join('/usr/bin', program), join(folder, 'bin', program))
  standIn('node', 'echo 20.20.2')
  standIn('pinned-node', 'echo v26.10.0')
  standIn('npm', 'mkdir -p node_modules/.bin; cp bin/pinned-node node_modules/.bin/node')
  standIn('ldconfig', 'echo "libatomic.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libatomic.so.1"')
  standIn('id', 'echo 0')
  standIn('apt-get', '')
  standIn('a-server', '')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A machine with neither the library of the pinned Node nor the program that is asked for. */
const beBare = () => {
  standIn('ldconfig', '')
  rmSync(join(folder, 'bin/a-server'))
}

it.each([
  ['is too old', 'echo 18.20.4', 'this machine has 18.20.4.'],
  ['does not work', 'exit 127', 'this machine has none.'],
])(
  'the bootstrap says in one line that the machine’s Node %s, before it installs anything',
  (_, script, says) => {
    standIn('node', script)
    expect(bootstrap()).toEqual({
      status: 1,
      stdout: '',
      stderr: `Lectern needs Node 20 or later to install itself; ${says}\n`,
      calls: [],
    })
  },
)

it('the bootstrap installs npm packages once, and no Debian package where nothing is missing', () => {
  expect(bootstrap()).toMatchObject({
    status: 0,
    stderr: '',
    calls: ['npm ci --loglevel=error', 'pinned-node --version'],
  })
  expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '', calls: ['pinned-node --version'] })
})

it('the bootstrap installs the library of the pinned Node and a missing program before npm runs scripts', () => {
  beBare()
  expect(bootstrap()).toEqual({
    status: 0,
    stdout: 'Installing libatomic1 a-server.\nInstalling packages.\n',
    stderr: '',
    calls: [
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends libatomic1 a-server',
      'npm ci --loglevel=error',
      'pinned-node --version',
    ],
  })
})

it('the bootstrap installs Debian packages with sudo where it may', () => {
  beBare()
  standIn('id', 'echo 1000')
  standIn('sudo', '')
  expect(bootstrap().calls).toContain(
    'sudo -n apt-get install -y -qq --no-install-recommends libatomic1 a-server',
  )
})

it.each([
  [
    'it may not install them',
    () => {
      standIn('id', 'echo 1000')
      standIn('sudo', 'exit 1')
    },
    "Lectern needs libatomic1 a-server: run 'sudo apt-get install libatomic1 a-server' and try again.",
  ],
  [
    'there is no apt-get',
    () => rmSync(join(folder, 'bin/apt-get')),
    'Lectern needs libatomic1 a-server (names of Debian packages), and there is no apt-get: install it and try again.',
  ],
  [
    'apt-get fails',
    () => standIn('apt-get', 'echo E: no such package >&2; exit 100'),
    "apt-get could not install libatomic1 a-server: run 'sudo apt-get install libatomic1 a-server', which says why, and try again.",
  ],
])('the bootstrap names all that is missing in one line if %s', (_, arrange, says) => {
  beBare()
  arrange()
  const { status, stderr, calls } = bootstrap()
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${says}\n` })
  expect(calls).not.toContain('npm ci --loglevel=error')
})

it('the bootstrap names any other library that Node lacks in one line, and installs again at the next start', () => {
  const says = 'node: error while loading shared libraries: libdl.so.2: cannot open shared object file'
  standIn('pinned-node', `echo "${says}" >&2; exit 127`)
  standIn(
    'npm',
    'mkdir -p node_modules/.bin; cp bin/pinned-node node_modules/.bin/node; echo a long log; exit 127',
  )
  expect(bootstrap()).toMatchObject({ status: 1, stderr: `The pinned Node does not run here: ${says}\n` })
  expect(bootstrap().calls).toContain('npm ci --loglevel=error')
})

it('the bootstrap shows what npm says if it fails otherwise', () => {
  standIn('npm', 'echo npm error network; exit 1')
  expect(bootstrap()).toMatchObject({
    status: 1,
    stderr: 'npm error network\nnpm could not install the packages.\n',
  })
})
