// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { create } from 'qrcode'
import { afterEach, expect, test } from 'vitest'
import { otpauthUri, QrCode } from './AuthenticatorKey.tsx'

afterEach(cleanup)

const URI = otpauthUri({
  issuer: 'Acorn & Co.',
  account: 'marcus@larkfield.example',
  secret: 'JBSWY3DPEHPK3PXP',
})

test('draws exactly the dark modules, with a margin of four', () => {
  render(<QrCode text={URI} label="QR code" />)
  const picture = screen.getByRole('img', { name: 'QR code' })
  const { size, data } = create(URI, { errorCorrectionLevel: 'M' }).modules
  expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size + 8} ${size + 8}`)

  const dark = new Set<string>()
  const runs = picture
    .querySelectorAll('path')[1]!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)/g)
  for (const [, x, y, length] of runs) {
    for (let i = 0; i < Number(length); i++) dark.add(`${Number(x) + i} ${y}`)
  }
  const expected = Array.from(data).flatMap((isDark, i) =>
    isDark ? [`${(i % size) + 4} ${Math.floor(i / size) + 4}`] : [],
  )
  expect([...dark].sort()).toEqual(expected.sort())
})

test('the app’s URI names the site and the account with any characters', () => {
  const { pathname, searchParams } = new URL(URI)
  expect(decodeURIComponent(pathname)).toContain('Acorn & Co.:marcus@larkfield.example')
  expect(Object.fromEntries(searchParams)).toEqual({ secret: 'JBSWY3DPEHPK3PXP', issuer: 'Acorn & Co.' })
})
