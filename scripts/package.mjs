// `npm run package`: one archive that runs on Linux without Node or a registry. It has Node itself, the built web app,
// and the installed packages that the server needs. `--folder DIR` leaves it unpacked there.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { lockedPackages } from './locked-packages.mjs'
import { buildWeb, install, ROOT } from './prepare.mjs'

/** The rooms that run. The sandbox and the build's tools stay behind. */
const ROOMS = ['domain', 'contract', 'identity', 'server']
const FILES = [
  'package.json',
  'LICENSE',
  'THIRD_PARTY_LICENSES',
  'SECURITY.md',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'docs',
  'ops',
  'server/assets',
]
/** Of our own rooms: tests, code that only tests use, and commands that need a checkout. */
const OF_TESTS = /\.test\.tsx?$|\/src\/testing(\/|$)|\/commands\/generate-types\.ts$/
/** Of packages: types, maps, and pages to read. Licenses stay. */
const NOT_RUN = /\/(?!licen[cs]e|notice|copying)[^/]*\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$/i
/** Builds for other runtimes than Node's modules. */
const OTHER_BUILDS = {
  '@cantoo/pdf-lib': /^\/(cjs|src|ts3\.4|dist\/[^/]+\.js)(\/|$)/,
  zod: /^\/src(\/|$)/,
  'bwip-js': /^\/(src|lib|examples|barcode\.ps|dist\/bwip-js(?!-node\.mjs))/,
}
/** In a package's own folder, what only its authors need. */
const OF_AUTHORS = /^\/(tests?|__tests__|benchmarks?|examples?|\.yarn|\.github)(\/|$)/
const OPENTELEMETRY_BUILDS = /^\/build\/(esm|esnext)(\/|$)/

install()
buildWeb()

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const name = `laurel-${version}-${process.platform}-${process.arch}`
const asked = process.argv.indexOf('--folder')
const folder = asked > 0 ? process.argv[asked + 1] : join(ROOT, 'dist', name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

for (const file of FILES) copy(file)
for (const room of ROOMS) {
  copy(join(room, 'package.json'))
  copy(join(room, 'src'), (path) => !OF_TESTS.test(path))
}
copy('web/dist', (path) => !path.endsWith('.map'))
copy('web/dist-server')
copy('web/public/fonts')
for (const path of neededPackages()) copyPackage(path)
for (const room of ROOMS.filter((one) => one !== 'server')) {
  mkdirSync(join(folder, 'node_modules/@laurel'), { recursive: true })
  symlinkSync(`../../${room}`, join(folder, 'node_modules/@laurel', room))
}
mkdirSync(join(folder, 'bin'))
cpSync(join(ROOT, 'node_modules/node/bin/node'), join(folder, 'bin/node'), { dereference: true })
cpSync(join(ROOT, 'deploy/laurel'), join(folder, 'bin/laurel'))
copy('deploy')

const size = sizeOf(folder)
console.info(`${folder}: ${(size.bytes / 1e6).toFixed(0)} MB in ${size.files} files`)
if (asked < 0) {
  const archive = `${folder}.tar.gz`
  // The same files make the same archive.
  const sameOwner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  const { status } = spawnSync('tar', ['-C', join(folder, '..'), ...sameOwner, '-czf', archive, name], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  console.info(`${archive}: ${(statSync(archive).size / 1e6).toFixed(0)} MB`)
}

function copy(path, filter = () => true) {
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
}

/** What the server needs, without binaries of other platforms. */
function neededPackages() {
  return lockedPackages(
    'server',
    (path, entry) => existsSync(join(ROOT, path, 'package.json')) && fitsLibc(entry),
  )
}

function fitsLibc({ libc }) {
  const own = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return libc === undefined || libc.includes(own)
}

function copyPackage(path) {
  const root = join(ROOT, path)
  const packageName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const others = packageName.startsWith('@opentelemetry/') ? OPENTELEMETRY_BUILDS : OTHER_BUILDS[packageName]
  // Packages inside it are copied as themselves.
  const isOwn = (inside) =>
    !inside.startsWith('/node_modules') &&
    !NOT_RUN.test(inside) &&
    !OF_AUTHORS.test(inside) &&
    !others?.test(inside)
  cpSync(root, join(folder, path), { recursive: true, filter: (from) => isOwn(from.slice(root.length)) })
}

function sizeOf(path) {
  let bytes = 0
  let files = 0
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files += 1
    bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return { bytes, files }
}
