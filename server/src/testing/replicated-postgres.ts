import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** Where Debian's packages install the programs of a server. */
const VERSIONS = '/usr/lib/postgresql'
const DATABASE = 'laurel'

/** The folder with `pg_basebackup`, `pg_ctl`, and others; undefined if PostgreSQL isn't installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((name) => join(VERSIONS, name, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup')))
}

export type PostgresNode = {
  url: string
  start(settings?: Record<string, string>): void
  /** `immediate` is a crash: no transaction is finished, and nothing more is sent to a standby. */
  stop(mode: 'fast' | 'immediate'): void
  promote(): void
  query(text: string): Promise<pg.QueryResult>
  /** A standby of this one, started. */
  makeStandby(): Promise<PostgresNode>
}

/** A PostgreSQL of the operating system's package, for streaming replication. */
export async function startPostgres(): Promise<{ primary: PostgresNode; remove(): void }> {
  const programs = postgresPrograms()!
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'postgres']))
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(join(tmpdir(), 'laurel-replicated-'))
  chmodSync(folder, 0o755)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: folder, stdio: 'ignore' })

  const nodes: PostgresNode[] = []
  async function makeNode(from: PostgresNode | undefined): Promise<PostgresNode> {
    const port = await freePort()
    const data = join(folder, `node${nodes.length}`)
    if (from === undefined)
      run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
    else run('pg_basebackup', '-D', data, '-d', from.url, '-R', '--checkpoint=fast', '--no-sync')
    const own = {
      port: `${port}`,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
    }
    const node: PostgresNode = {
      url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`,
      start(settings = {}) {
        const options = Object.entries({ ...own, ...settings }).map(
          ([name, value]) => `-c ${name}='${value}'`,
        )
        run('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options.join(' '))
      },
      stop: (mode) => run('pg_ctl', 'stop', '-w', '-D', data, '-m', mode),
      promote: () => run('pg_ctl', 'promote', '-w', '-D', data),
      query: (text) => ask(node.url, text),
      makeStandby: () => makeNode(node),
    }
    nodes.push(node)
    node.start()
    return node
  }
  const primary = await makeNode(undefined)
  await ask(primary.url.replace(DATABASE, 'postgres'), `create database ${DATABASE}`)
  return {
    primary,
    remove() {
      for (const node of nodes) {
        try {
          node.stop('immediate')
        } catch {
          // A test stopped it.
        }
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
