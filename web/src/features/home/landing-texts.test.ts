import { expect, test } from 'vitest'
import { landingText, shownParts } from './landing-texts.ts'

const part = (id: number, kind: 'hero' | 'trust' | 'footer') => ({
  id,
  kind,
  position: id,
  content: { title: '', lead: '', items: [] },
})

test('the page has the parts the site shows, in its order; all of ours where it has none', () => {
  expect(shownParts([part(1, 'trust'), part(2, 'hero'), part(3, 'footer')])).toEqual(['trust', 'hero'])
  expect(shownParts([])).toEqual(['hero', 'ways', 'steps', 'trust', 'closing'])
  expect(shownParts(undefined)).toEqual(shownParts([]))
})

test('what the site leaves empty is said in our words', () => {
  expect(landingText([part(1, 'trust')], 'trust').items).toHaveLength(4)
})
