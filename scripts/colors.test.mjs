// Colors come from the tokens, or they'd be wrong in dark mode and in other brands.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'

const SRC = join(ROOT, 'web/src')

/** Their colors are what they show: paper, a phone, other companies' logos, a QR code, a brand's own colors. */
const PICTURES = [
  'features/create-reward/previews.tsx',
  'features/home/home.css',
  'features/office/site/BrandPart.tsx',
  'features/office/site/ColorProposal.tsx',
  'parts/authenticator/AuthenticatorKey.tsx',
  'parts/ServiceLogo.tsx',
  'styles/card.css',
  'styles/tokens.css',
]

/** White on the dark rail and footer, behind a logo, and as a switch's handle. */
const ON_FIXED_GROUND = [
  'app/shell/SiteFooter.tsx',
  'app/shell/SiteLogo.tsx',
  'features/create-reward/design/LogoTools.tsx',
  'features/home/Home.tsx',
  'features/office/catalog/EntryField.tsx',
  'features/office/shell/OfficeShell.tsx',
  'features/office/shell/SiteSwitcher.tsx',
  'features/office/site/LogoFields.tsx',
  'features/platform/Platform.tsx',
  'parts/Checkbox.tsx',
]

const HEX_OR_RGB = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi
const WHITE_OR_BLACK = /\b(?:bg|text|border|outline|fill|stroke|shadow|ring)-(?:white|black)\b/g
/** Light and dark in one, or a shadow. */
const FINE = /light-dark\([^'"\s;]*|shadow-\[[^\]]*rgb\(0_0_0[^\]]*\]/g

const files = globSync('**/*.{ts,tsx,css}', { cwd: SRC }).filter(
  (path) => !/\.test\.|^testing\/|\.gen\./.test(path) && !PICTURES.includes(path),
)

function found(path, colors) {
  const source = readFileSync(join(SRC, path), 'utf8')
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(FINE, '')
  return (code.match(colors) ?? []).map((color) => `${path}: ${color}`)
}

test('no color is written outside the tokens', () => {
  expect(files.flatMap((path) => found(path, HEX_OR_RGB))).toEqual([])
})

test('white and black are only on grounds that are the same in both themes', () => {
  const others = files.filter((path) => !ON_FIXED_GROUND.includes(path))
  expect(others.flatMap((path) => found(path, WHITE_OR_BLACK))).toEqual([])
})
