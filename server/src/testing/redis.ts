import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'

export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** A real Redis that stores nothing on disk. */
export async function startRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let running: ChildProcess | undefined
  const redis = {
    url,
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      running = spawn('redis-server', settings, { stdio: 'ignore' })
      while (!(await answers(url))) {
        if (running.exitCode !== null) throw new Error(`Redis ended with code ${running.exitCode}`)
        await delay(50)
      }
    },
    async stop() {
      const ended = new Promise((resolve) => running?.once('exit', resolve))
      if (running?.kill('SIGKILL')) await ended
    },
    /** Accepts what it's sent, and answers nothing. */
    freeze: () => running!.kill('SIGSTOP'),
    thaw: () => running!.kill('SIGCONT'),
    async forget() {
      const client = await createClient({ url }).connect()
      await client.flushAll()
      client.destroy()
    },
  }
  await redis.start()
  return redis
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => {})
  try {
    await client.connect()
    client.destroy()
    return true
  } catch {
    return false
  }
}
