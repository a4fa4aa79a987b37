import { describe, expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inner: string, root = 'viewBox="0 0 32 32"') => `<svg ${NS} ${root}>${inner}</svg>`
const SHAPE = '<path d="M0 0h32v32z"/>'

function clean(text: string | Buffer) {
  const read = cleanSvg(Buffer.from(text))
  return read && { ...read, written: read.write(read.viewBox, { width: 64, height: 64 }) }
}

describe('an SVG', () => {
  test('keeps its shapes and their paint', () => {
    const { written, removed } = clean(
      svg(
        `<!-- made by hand --><title>Northwind</title><g transform="translate(6 6) scale(0.625)" fill="none">
           <path fill="#0B6B4F" fill-opacity=".5" d="M16 16A8 8 0 0 0 16 0Z"/></g>
         <rect x="1" width="10" height="50%" rx="7" fill="rgb(1, 2, 3)" stroke="currentColor" stroke-width="2px"/>`,
      ),
    )!
    expect(written).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="64" height="64">' +
        '<g transform="translate(6 6) scale(0.625)" fill="none">' +
        '<path fill="#0B6B4F" fill-opacity=".5" d="M16 16A8 8 0 0 0 16 0Z"/></g>' +
        '<rect x="1" width="10" height="50%" rx="7" fill="rgb(1, 2, 3)" stroke="currentColor" stroke-width="2px"/></svg>',
    )
    expect(removed).toEqual([])
  })

  test('keeps gradients, clips, masks, and repeated shapes, under new names', () => {
    const { written } = clean(
      svg(`<defs><linearGradient id="a b'"><stop offset="0" stop-color="red"/></linearGradient>
        <radialGradient id="g2" xlink:href="#g1"/><linearGradient id="g1"><stop offset="1"/></linearGradient>
        <clipPath id="c"><circle r="4"/></clipPath><path id="p" d="M0 0h1"/></defs>
        <use xlink:href="#p" fill="url(#g2) #fff" clip-path="url('#c')"/><rect mask="url(#gone)" fill="url(#gone)"/>`),
    )!
    expect(written).toContain('<radialGradient id="i1" href="#i2"/>')
    expect(written).toContain('<use href="#i4" fill="url(#i1) #fff" clip-path="url(#i3)"/><rect/>')
  })

  test('gets its style sheet as attributes, ids above classes above tags', () => {
    const { written, removed } = clean(
      svg(`<style>/* Illustrator */ .a,.b{fill:#0b6b4f} #x { fill : red !important; } path{fill:blue;stroke:none}
        <![CDATA[.c{opacity:.5}]]></style>
        <path class="a c" d="M0 0h1"/><path id="x" class="b" d="M0 0h2"/><path style="fill:#fff" class="a" d="M0 0h3"/>`),
    )!
    expect(written).toContain('<path d="M0 0h1" fill="#0b6b4f" stroke="none" opacity=".5"/>')
    expect(written).toContain('<path id="i0" d="M0 0h2" fill="red" stroke="none"/>')
    expect(written).toContain('<path d="M0 0h3" fill="#fff" stroke="none"/>')
    expect(removed).toEqual([])
  })

  test('is as large as told when it has no viewBox', () => {
    expect(clean(svg(SHAPE, 'width="120px" height="40"'))?.viewBox).toEqual({
      x: 0,
      y: 0,
      width: 120,
      height: 40,
    })
  })
})

test.each([
  ['a script', '<script>alert(1)</script>', 'scripts'],
  ['a script in CDATA', '<script type="text/ecmascript"><![CDATA[alert(1)]]></script>', 'scripts'],
  ['a script elsewhere', '<script xlink:href="https://evil.example/x.js"/>', 'scripts'],
  ['an event handler', '<path onload="alert(1)" d="M0 0h1"/>', 'scripts'],
  ['an event handler in capitals', '<path OnClick="alert(1)" d="M0 0h1"/>', 'scripts'],
  [
    'a web page',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>',
    'html',
  ],
  ['a link', '<a href="javascript:alert(1)"><path d="M0 0h1"/></a>', 'links'],
  ['a shape of another file', '<use href="https://evil.example/x.svg#a"/>', 'links'],
  ['a shape of a data URL', '<use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>', 'links'],
  ['paint from elsewhere', '<path fill="url(https://evil.example/x#a)" d="M0 0h1"/>', 'links'],
  ['paint from elsewhere, in a style', '<path style="fill:url(//evil.example/x#a)" d="M0 0h1"/>', 'links'],
  [
    'a picture from elsewhere',
    '<image href="https://evil.example/pixel.png" width="1" height="1"/>',
    'pictures',
  ],
  ['a picture in it', '<image href="data:image/png;base64,AAAA" width="1" height="1"/>', 'pictures'],
  ['an imported style sheet', '<style>@import url(https://evil.example/x.css);</style>', 'styles'],
  [
    'a font from elsewhere',
    '<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>',
    'styles',
  ],
  ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/>', 'animations'],
  ['a set value', '<set attributeName="onclick" to="alert(1)"/>', 'animations'],
  ['text', '<text>Northwind</text>', 'text'],
  ['a filter', '<filter id="f"><feImage href="https://evil.example/"/></filter>', 'effects'],
  ['an embedded page', '<iframe src="https://evil.example/"/>', 'effects'],
])('loses %s', (_what, attack, part) => {
  const { written, removed } = clean(svg(`${attack}${SHAPE}`))!
  expect(removed).toEqual([part])
  expect(written).not.toMatch(
    /evil|alert|script|data:|url\(|onload|onclick|http(?!:\/\/www\.w3\.org\/2000\/svg")/i,
  )
  expect(written).toContain('M0 0h32v32z')
})

test('loses elements of other namespaces, and an SVG element in disguise', () => {
  const { written } = clean(
    svg(
      `<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script><x:path xmlns:x="urn:x" d="M9 9"/>
       <sodipodi:namedview xmlns:sodipodi="urn:s"/>${SHAPE}`,
    ),
  )!
  expect(written).toBe(clean(svg(SHAPE))!.written)
})

test('writes no value that could end its attribute', () => {
  const { written } = clean(
    svg(`<path fill="red&quot; onload=&quot;alert(1)" d="M0&#10;0h1&lt;script>"/>${SHAPE}`),
  )!
  expect(written).toBe(clean(svg(`<path/>${SHAPE}`))!.written)
})

const tenfold = Array.from({ length: 9 }, (_, at) => {
  const next = at === 8 ? SHAPE : `<use href="#n${at + 1}"/>`.repeat(10)
  return `<g id="n${at}">${next}</g>`
}).join('')
const masks = Array.from({ length: 9 }, (_, at) => {
  const shape = `<rect width="9" height="9" ${at < 8 ? `mask="url(#m${at + 1})"` : ''}/>`
  return `<mask id="m${at}">${shape.repeat(10)}</mask>`
}).join('')
const chain = Array.from({ length: 5_000 }, (_, at) => `<use id="u${at}" href="#u${at + 1}"/>`).join('')

test.each<[string, string | Buffer]>([
  [
    'an entity bomb',
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg(`<path d="&b;"/>${SHAPE}`)}`,
  ],
  [
    'a file read by an entity',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`&x;${SHAPE}`)}`,
  ],
  ['a billion shapes by reference', svg(`<defs>${tenfold}</defs><use href="#n0"/>`)],
  ['a billion masks', svg(`${masks}<rect width="9" height="9" mask="url(#m0)"/>`)],
  ['a shape that uses itself', svg(`<g id="a">${SHAPE}<use href="#b"/></g><g id="b"><use href="#a"/></g>`)],
  ['a long chain of references', svg(`${chain}${SHAPE}`)],
  [
    'a long shape that is drawn thousands of times',
    svg(`<path id="p" d="M0 0${'l9 9'.repeat(20_000)}"/>${'<use href="#p"/>'.repeat(9_000)}`),
  ],
  [
    'thousands of masks',
    svg(`<mask id="m">${SHAPE}</mask>${'<path mask="url(#m)" d="M0 0h32v32z"/>'.repeat(6_000)}`),
  ],
  ['thousands of layers', svg(`<style>.a{opacity:.9}</style>${`<g class="a">${SHAPE}</g>`.repeat(8_000)}`)],
  [
    'styles that apply to everything',
    svg(`<style>${'g{fill:red;stroke:red}'.repeat(1_000)}</style>${'<g/>'.repeat(9_000)}${SHAPE}`),
  ],
  ['deep nesting', svg(`${'<g>'.repeat(100)}${SHAPE}${'</g>'.repeat(100)}`)],
  ['too many elements', svg(SHAPE.repeat(20_001))],
  ['more than 1 MB', svg(`${SHAPE}<!--${' '.repeat(1024 * 1024)}-->`)],
  ['a line', svg(SHAPE, 'viewBox="0 0 1000 1"')],
  ['no size', svg(SHAPE, '')],
  ['an endless size', svg(SHAPE, 'viewBox="0 0 1e999 5"')],
  ['nothing but text', svg('<text>Northwind</text>')],
  ['nothing', svg('')],
  ['broken markup', svg('<path d="M0 0h1">')],
  ['a web page', '<!doctype html><html><body><svg><path d="M0 0"/></svg></body></html>'],
  ['another kind of XML', '<rss><channel/></rss>'],
  ['no namespace', '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'],
  ['UTF-16', Buffer.from(svg(SHAPE), 'utf16le')],
])('isn’t taken: %s', (_what, text) => {
  expect(clean(text)).toBeUndefined()
})

test.each([
  // The first one is all that follows.
  ['comments that don’t end', `${'/*a'.repeat(60_000)}path{fill:blue}`, []],
  ['a rule with thousands of selectors', `${'.a,'.repeat(60_000)}path{fill:blue}`, ['styles']],
])('reads a style sheet made to take forever: %s', (_what, sheet, lost) => {
  const { written, removed } = clean(
    svg(`<style>path{fill:red}${sheet}</style>${'<g class="a"/>'.repeat(400)}${SHAPE}`),
  )!
  expect(written).toContain('<path d="M0 0h32v32z" fill="red"/>')
  expect(removed).toEqual(lost)
})

test('reads transforms and styles made to take forever', () => {
  const spaces = ' '.repeat(200_000)
  const { written } = clean(
    svg(`<path transform="rotate(1)${spaces}x" style="fill:red;${spaces}" d="M0 0h1"/>${SHAPE}`),
  )!
  expect(written).toContain('<path d="M0 0h1" fill="red"/>')
})
