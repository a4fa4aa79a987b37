import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { BadSetting } from './converge/terminals.ts'
import { startSandbox } from './main.ts'
import { type Message, makeMessageBox } from './message-box.ts'
import { readSettings } from './settings.ts'
import { openSandbox } from './testing/sandbox-world.ts'

test('the first page links to every simulator and names the sandbox', async () => {
  const sandbox = await openSandbox()
  const page = await (await fetch(sandbox.origin)).text()
  for (const path of ['/inbox/', '/sms/', '/faults/']) {
    expect(page).toContain(`href="${path}"`)
    const response = await fetch(sandbox.origin + path, { headers: { accept: 'text/html' } })
    expect(response.headers.get('content-type')).toContain('text/html')
  }
  expect(await (await fetch(`${sandbox.origin}/health`)).json()).toEqual({ ok: true })
  await sandbox.close()
})

test('a taken port stops the start and leaves nothing listening', async () => {
  const first = await openSandbox()
  await expect(startSandbox({ port: first.port, smtpPort: 0 })).rejects.toThrow(/EADDRINUSE/)
  await expect(startSandbox({ port: 0, smtpPort: first.smtpPort })).rejects.toThrow(/EADDRINUSE/)

  const { smtpPort, close } = await openSandbox()
  await close()
  await expect(startSandbox({ port: first.port, smtpPort })).rejects.toThrow(/EADDRINUSE/)
  const again = await startSandbox({ port: 0, smtpPort })
  await Promise.all([again.close(), first.close()])
})

test.each([
  [{ SANDBOX_PORT: 'web' }, 'SANDBOX_PORT is a port'],
  [{ SANDBOX_SMTP_PORT: '70000' }, 'SANDBOX_SMTP_PORT is a port'],
  [{ SANDBOX_TERMINALS: 'x' }, 'SANDBOX_TERMINALS is not JSON'],
  [{ SANDBOX_TERMINALS: '[{"merchantId":"1"}]' }, 'SANDBOX_TERMINALS[0].merchantId is 6 to 15 digits'],
])('the setting %j is rejected by name', (env, message) => {
  expect(() => readSettings(env)).toThrow(BadSetting)
  expect(() => readSettings(env)).toThrow(message)
})

test('uses the usual ports and the demo terminals without settings', () => {
  const { port, smtpPort, terminals } = readSettings({})
  expect([port, smtpPort, terminals.map(({ merchantId }) => merchantId)]).toEqual([
    3001,
    2525,
    ['700001', '700002'],
  ])
})

test('run as a program, it prints its addresses and ends on SIGTERM', async () => {
  const env = { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }
  const program = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], { env })
  const [line] = await once(program.stdout, 'data')
  expect(String(line)).toMatch(/^Sandbox: http:\/\/127\.0\.0\.1:\d+\/ \(mail on port \d+\)\n$/)

  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
})

test('a box keeps the newest 5,000 messages', () => {
  const box = makeMessageBox<Message & { text: string }>(() => new Date(0))
  for (let at = 1; at <= 5_001; at += 1) box.add({ text: String(at) }, ['a'], 1)
  expect(box.list()).toHaveLength(5_000)
  expect(box.list().at(-1)?.text).toBe('2')
})
