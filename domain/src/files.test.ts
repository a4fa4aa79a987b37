import { describe, expect, test } from 'vitest'
import { freeFileName, isFileName, MAX_FILE_NAME, renamedFile, uploadedFileName } from './files.ts'

describe('an uploaded file', () => {
  test.each([
    ['Logo.PNG', 'Logo.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\dana\\logo.png', 'logo.png'],
    ['logo\0.png', 'logo.png'],
    ['gnp.\u202Eexe.png', 'gnp. exe.png'],
    ['CON', '_CON.png'],
    ['lpt1.png', '_lpt1.png'],
    ['.', 'file.png'],
    ['..', 'file.png'],
    ['   ', 'file.png'],
    ['what? <now>: "yes"|no*.png', 'what now yes no.png'],
    ['\uD83D.png', '\uFFFD.png'],
    ['👩‍💻 team.png', '👩‍💻 team.png'],
    ['cafe\u0301.png', 'caf\u00E9.png'],
    ['shot 1.2 final.html', 'shot 1.2 final.png'],
  ])('called %j is called %j', (given, kept) => {
    expect(uploadedFileName(given, 'image/png')).toBe(kept)
    expect(isFileName(kept)).toBe(true)
  })

  test('has a name of 180 characters at most', () => {
    expect(uploadedFileName(`${'a'.repeat(300)}.png`, 'image/png')).toHaveLength(MAX_FILE_NAME)
    const emoji = uploadedFileName('😀'.repeat(200), 'image/webp')
    expect(emoji.length).toBeLessThanOrEqual(MAX_FILE_NAME)
    expect(emoji.isWellFormed()).toBe(true)
  })
})

test.each([
  ...['', '.', '..', 'a/b', 'a\\b', 'a\u202Eb', 'a\u200Bb', 'a\nb', 'NUL', 'com1.txt', 'a.', ' a', 'a:b'],
  'a'.repeat(181),
])('%j isn’t a file’s name', (name) => {
  expect(isFileName(name)).toBe(false)
})

test('a changed name keeps its ending', () => {
  expect(renamedFile('Brief', 'application/pdf')).toBe('Brief.pdf')
  expect(renamedFile('Brief.PDF', 'application/pdf')).toBe('Brief.PDF')
  expect(renamedFile('page.html', 'application/pdf')).toBe('page.html.pdf')
  expect(renamedFile('..', 'application/pdf')).toBe('')
  expect(renamedFile('.pdf', 'application/pdf')).toBe('')
})

test('a second file of the same name gets a number', () => {
  expect(freeFileName('logo.png', [])).toBe('logo.png')
  expect(freeFileName('logo.png', ['LOGO.png'])).toBe('logo (2).png')
  expect(freeFileName('logo.png', ['logo.png', 'Logo (2).PNG'])).toBe('logo (3).png')
  const long = `${'a'.repeat(176)}.png`
  expect(freeFileName(long, [long])).toHaveLength(MAX_FILE_NAME)
})
