import { expect, test } from 'vitest'
import type { SiteRow } from '../sites/sites.repo.ts'
import { brandOf, cardBrandOfItem, cardBrandOfOrder } from './card-brand.ts'

const SITE = {
  site_primary_color: '#0b6b4f',
  site_secondary_color: '#f2a93b',
  site_tertiary_color: '#12211c',
  card_mark: { paths: [], word: 'Northwind', serif: false },
  network_name: 'meridian',
} as unknown as SiteRow

test('a card in the cart has the network of its reward', () => {
  const inCart = { brand: null, reward_network: 'harborline' }
  expect(cardBrandOfItem(SITE, inCart).network_name).toBe('harborline')
  expect(cardBrandOfItem(SITE, { ...inCart, reward_network: '' }).network_name).toBe('meridian')
})

test('a placed order keeps the network of each card', () => {
  const items = [
    { id: 1, reward: { network: 'meridian' } },
    { id: 2, reward: { network: 'harborline' } },
  ]
  const kept = cardBrandOfOrder(SITE, items)
  expect(items.map((item) => brandOf(item, kept).network_name)).toEqual(['meridian', 'harborline'])
})

test('an order from before networks were stored has the one of its brand', () => {
  const { networks: _, ...old } = cardBrandOfOrder({ ...SITE, network_name: 'Ridge' }, [])
  expect(brandOf({ id: 1 }, old).network_name).toBe('Ridge')
})
