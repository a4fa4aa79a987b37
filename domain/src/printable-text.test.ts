import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { printableForm, tidyLine, unprintableCharacters, unprintableSentence } from './printable-text.ts'

test.each([
  ['  Maya   Okafor ', 'Maya Okafor'],
  ['Maya\tOkafor\r\n', 'Maya Okafor'],
  ['O\u2019Brien', "O'Brien"],
  ['\u201cBuddy\u201d', '"Buddy"'],
  ['Anne\u2013Marie', 'Anne-Marie'],
  ['Toma\u0301s', 'Tomás'],
  ['Ma\u200bya\u202e', 'Maya'],
  ['\ufeffMaya', 'Maya'],
  ['Ma\u0000ya', 'Ma ya'],
])('%j is kept as %j', (typed, kept) => {
  expect(tidyLine(typed)).toBe(kept)
})

test.each([
  ['Hana Kovář', []],
  ['Tomás Rivera', []],
  ['Łukasz Żółć', []],
  ["Zoë O'Brien-Smith, Jr.", []],
  ['王 Wei', ['王']],
  ['Maya 🎉🎉', ['🎉']],
  ['Иван', ['И', 'в', 'а', 'н']],
  ['a\tb', ['\t']],
  ['“Yes” – it’s\nyours…', []],
  ['Nguye\u0302\u0303n', []],
])('%j contains the unprintable %j', (line, missing) => {
  expect(unprintableCharacters(line)).toEqual(missing)
})

test.each([
  ['Albanian', 'çëÇË'],
  ['Azerbaijani', 'əğıöşüçİƏĞÖŞÜÇ'],
  ['Catalan', 'àçèéíïòóúüŀl·lÀÇÈÉÍÏÒÓÚÜ'],
  ['Croatian', 'čćđšžČĆĐŠŽ'],
  ['Czech', 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ'],
  ['Danish', 'æøåÆØÅ'],
  ['Dutch', 'ëïĳéËÏĲÉ'],
  ['Esperanto', 'ĉĝĥĵŝŭĈĜĤĴŜŬ'],
  ['Estonian', 'äöõüšžÄÖÕÜŠŽ'],
  ['Ewe', 'ɖɛƒɣŋɔʋƉƐƑƔŊƆƲ'],
  ['Finnish', 'äåöšžÄÅÖŠŽ'],
  ['French', 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»'],
  ['German', 'äöüßÄÖÜẞ„“'],
  ['Hausa', 'ɓɗƙƴƁƊƘƳ'],
  ['Hawaiian', 'āēīōūʻĀĒĪŌŪ'],
  ['Hungarian', 'áéíóöőúüűÁÉÍÓÖŐÚÜŰ'],
  ['Icelandic', 'áðéíóúýþæöÁÐÉÍÓÚÝÞÆÖ'],
  ['Igbo', 'ịọụṅỊỌỤṄ'],
  ['Irish', 'áéíóúḃċḋḟġṁṗṡṫÁÉÍÓÚ'],
  ['Latvian', 'āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ'],
  ['Lithuanian', 'ąčęėįšųūžĄČĘĖĮŠŲŪŽ'],
  ['Maltese', 'ċġħżĊĠĦŻ'],
  ['Norwegian', 'æøåÆØÅ'],
  ['Pinyin', 'āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ'],
  ['Polish', 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ'],
  ['Portuguese', 'ãáàâçéêíõóôúÃÁÀÂÇÉÊÍÕÓÔÚ'],
  ['Romanian', 'ăâîșțşţĂÂÎȘȚŞŢ'],
  ['Sami', 'áčđŋšŧžÁČĐŊŠŦŽ'],
  ['Slovak', 'áäčďéíĺľňóôŕšťúýžÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ'],
  ['Spanish', 'áéíñóúü¿¡ÁÉÍÑÓÚÜ'],
  ['Swedish', 'åäöÅÄÖ'],
  ['Turkish', 'çğıöşüâîûÇĞİÖŞÜ'],
  ['Turkmen', 'çäžňöşüýÇÄŽŇÖŞÜÝ'],
  ['Vietnamese', 'ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ'],
  ['Welsh', 'âêîôûŵŷẁẃẅÂÊÎÔÛŴŶ'],
  ['Yoruba', 'ẹọṣńḿẹ́ẹ̀ọ́ọ̀m̀ẸỌṢẸ́Ọ̀M̀'],
])('%s can be printed, in capitals too', (_, letters) => {
  expect(unprintableCharacters(`${letters}${letters.toUpperCase()}`)).toEqual([])
})

test('names the first five characters that cannot be printed', () => {
  expect(unprintableSentence('Nguyễn')).toBeUndefined()
  expect(unprintableSentence('王')).toBe('We can’t print 王. Use Latin letters instead.')
  expect(unprintableSentence('🎉 Ольга')).toBe(
    'We can’t print 🎉 О л ь г and others. Use Latin letters instead.',
  )
})

test('a tidied line stays as it is, without outer, double, or invisible blanks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = tidyLine(text)
      expect(tidyLine(line)).toBe(line)
      expect(line).toBe(line.trim())
      expect(line).not.toMatch(/ {2}|[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['Ｍａｙａ', 'Maya'],
  ['Maya 🎉', 'Maya'],
  ['Well done 👍🏽\n\nDana', 'Well done \n\nDana'],
  ['Nguyễn', undefined],
  ['Ольга', undefined],
  ['🎉', undefined],
  ['', undefined],
])('%j can be printed as %j', (text, form) => {
  expect(printableForm(text)).toBe(form)
})
