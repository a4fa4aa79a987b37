import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launch } from './start-stack.ts'

/** A separate server without the demo, on an empty database. */
export type EmptyShop = { origin: string; port: number; setupLink: string; close(): Promise<void> }

/** @param settings such as `DATABASE_URL` */
export async function openEmptyShop(settings: Record<string, string> = {}): Promise<EmptyShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-empty-'))
  const port = await freePort()
  const heard: string[] = []
  const env = { PORT: String(port), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error', ...settings }
  const server = await launch('server/src/main.ts', 'laurel: ready', env, (line) => heard.push(line))
  const setupLink = heard.map((line) => /^laurel: set up at (\S+)$/.exec(line)?.[1]).find(Boolean)
  if (setupLink === undefined) throw new Error('the server printed no setup link')
  return {
    origin: `http://localhost:${port}`,
    port,
    setupLink,
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
