import { expect, test } from 'vitest'
import { textsIn } from '../../app/texts.ts'
import { landingText, shownParts } from './landing-texts.ts'

const part = (id: number, kind: 'hero' | 'trust' | 'footer') => ({
  id,
  kind,
  position: id,
  content: { title: '', lead: '', items: [] },
})

test('shows the site’s parts in its order, or all parts by default', () => {
  expect(shownParts([part(1, 'trust'), part(2, 'hero'), part(3, 'footer')])).toEqual(['trust', 'hero'])
  expect(shownParts([])).toEqual(['hero', 'ways', 'steps', 'trust', 'closing'])
  expect(shownParts(undefined)).toEqual(shownParts([]))
})

test('uses default texts for empty ones', () => {
  expect(landingText(textsIn('en', {}), [part(1, 'trust')], 'trust').items).toHaveLength(4)
})
