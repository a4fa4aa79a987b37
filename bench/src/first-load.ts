import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './stack.ts'

/** What a browser loads before the home page works: the scripts and styles in index.html, gzip kB. */
export function firstLoad() {
  const index = join(ROOT, 'web/dist/index.html')
  if (!existsSync(index)) throw new Error('the web app is not built: npm run build')
  const html = readFileSync(index, 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  const size = (kind: string) =>
    named
      .filter(([, , extension]) => extension === kind)
      .reduce(
        (sum, [, path]) => sum + gzipSync(readFileSync(join(ROOT, 'web/dist', path!)), { level: 9 }).length,
        0,
      ) / 1000
  return { scriptsKb: size('js'), stylesKb: size('css') }
}
