import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_SETUP, type ProductSetup, repairSetup, selectionsOf } from './setup-store.ts'

const SETUP: ProductSetup = {
  rewardType: 'direct',
  rewardId: 2,
  templateId: 4,
  design: {
    tone: 'ink',
    gradient: 'strong',
    line1: 'Thank you, Maya Okafor',
    line2: '418 Juniper Street',
    logoFileKey: 'k'.repeat(32),
    logoOneColor: false,
  },
  cardItemId: 7,
  quantity: 250,
  denominationCents: 5_000,
  unsaved: {},
}

test('restores selections from storage', () => {
  const { line1: _, line2: __, ...selected } = SETUP.design
  expect(repairSetup(JSON.parse(JSON.stringify(selectionsOf(SETUP))))).toEqual({
    ...SETUP,
    design: { ...selected, line1: '', line2: '' },
  })
})

test('restores unsaved input with its card, even when no card is open', () => {
  const unsaved = {
    '7': {
      line1: 'x'.repeat(41),
      message: 'x'.repeat(600),
      quantity: -3,
      rows: { '12': { column: 'value', typed: '50,5', message: 'Type an amount like 50.00' } },
    },
    new: { line2: 'Danke 谢' },
  }
  const stored = JSON.parse(JSON.stringify(selectionsOf({ ...SETUP, unsaved })))
  expect(repairSetup(stored).unsaved).toEqual(unsaved)
  expect(repairSetup({ unsaved: stored.unsaved })).toEqual({ ...EMPTY_SETUP, unsaved })
})

test('drops unsaved input of an unknown shape', () => {
  const unsaved = {
    elsewhere: { line1: 'x' },
    '7': { line1: 5, message: ['x'], quantity: 'many', rows: { a: {}, '1': { column: 'value' } } },
    '8': { message: 'kept' },
  }
  expect(repairSetup({ unsaved }).unsaved).toEqual({ '8': { message: 'kept' } })
})

test('keeps no saved texts in storage', () => {
  const stored = JSON.stringify(selectionsOf(SETUP))
  expect(stored).not.toContain('Maya')
  expect(stored).not.toContain('Juniper')
})

test.each([
  ['nothing', undefined],
  ['a word', 'direct'],
  ['a list', [1, 2]],
  ['a setup without a reward type', { templateId: 4, quantity: 10 }],
  ['an unknown reward type', { rewardType: 'carrier-pigeon', cardItemId: 7 }],
])('%s in storage starts over', (_, stored) => {
  expect(repairSetup(stored)).toEqual(EMPTY_SETUP)
})

test('drops values of an old shape and keeps the rest', () => {
  const old = {
    rewardType: 'bulk',
    templateId: 'laurel',
    cardItemId: -3,
    quantity: 2.5,
    denominationCents: '5000',
    design: { tone: 'gold', gradient: 'strong', line1: 'Maya Okafor' },
  }
  expect(repairSetup(old)).toEqual({
    ...EMPTY_SETUP,
    rewardType: 'bulk',
    design: { ...EMPTY_SETUP.design, gradient: 'strong' },
  })
})

test('any content in storage gives a valid setup', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const setup = repairSetup(stored)
      expect(repairSetup(selectionsOf(setup))).toEqual(setup)
    }),
  )
})
