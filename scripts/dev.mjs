// `npm run dev`: the server restarts on a change, the web app reloads in place.
import { join } from 'node:path'
import { install, loadSettings, ROOT, start } from './prepare.mjs'

install()
loadSettings()
const webPort = process.env.WEB_PORT || '5173'
const env = { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || `http://localhost:${webPort}` }
const children = [
  start(['sandbox/src/main.ts'], {}, 'inherit'),
  start(
    [
      '--watch-path=server/src',
      '--watch-path=domain/src',
      '--watch-path=contract/src',
      '--watch-path=identity/src',
      'server/src/main.ts',
    ],
    env,
    'inherit',
  ),
  start(
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'web', '--port', webPort, '--strictPort'],
    {},
    'inherit',
  ),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}
