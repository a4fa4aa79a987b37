import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cardLineProblems,
  MESSAGE_MAX,
  mergeMessage,
  messageProblems,
  namesRecipient,
  senderProblems,
  unknownFields,
} from './message-merge.ts'
import type { RewardType } from './reward-type.ts'

const maya = { firstName: 'Maya', lastName: 'Okafor', amountCents: 5000 }

test.each([
  ['Dear {first name},', 'Dear Maya,'],
  ['{name}: {amount}', 'Maya Okafor: $50.00'],
  ['{ First  Name } {LAST NAME}', 'Maya Okafor'],
  ['Your card is worth {card value}.', 'Your card is worth $50.00.'],
  ['{first name}{first name}', 'MayaMaya'],
  ['Dear {nickname}', 'Dear {nickname}'],
  ['{ {first name} }', '{ Maya }'],
  ['{first name', '{first name'],
  ['{}', '{}'],
  ['No fields', 'No fields'],
])('%j is read as %j', (text, read) => {
  expect(mergeMessage(text, maya)).toBe(read)
})

test('never reads a filled-in value as a field', () => {
  const tricky = { firstName: '{last name}', lastName: '$& $1 {amount}', amountCents: 1 }
  expect(mergeMessage('{first name} {last name}', tricky)).toBe('{last name} $& $1 {amount}')
})

test('greets a person with one name by it', () => {
  expect(mergeMessage('Dear {name},', { ...maya, lastName: '' })).toBe('Dear Maya,')
})

test('finds unknown words in braces, each once, as typed', () => {
  expect(unknownFields('{nickname} {first name} {Nick Name} {nickname} {')).toEqual([
    '{nickname}',
    '{Nick Name}',
  ])
})

test.each([
  ['{first name}', true],
  ['{ Last Name }', true],
  ['{name}', true],
  ['{amount} {other}', false],
])('%j addresses its reader by name: %s', (text, answer) => {
  expect(namesRecipient(text)).toBe(answer)
})

test.each<[string, RewardType, string[]]>([
  ['', 'direct', []],
  ['x'.repeat(MESSAGE_MAX), 'direct', []],
  ['x'.repeat(MESSAGE_MAX + 1), 'direct', ['too_long']],
  ['{first name}', 'direct', []],
  ['{first name}', 'bulk', ['no_recipient']],
  ['{amount}', 'bulk', []],
  ['{a} {b}', 'direct', ['unknown_field', 'unknown_field']],
  ['Chúc mừng, Nguyễn!\n“Well done”', 'direct', []],
  ['🎉 Ольга 李', 'direct', ['unprintable']],
  ['🎉 Ольга 李', 'bulk', ['unprintable']],
  ['🎉 Ольга 李', 'digital', []],
])('the message %j on a %s card has the problems %j', (text, type, codes) => {
  expect(messageProblems(text, type).map(({ code }) => code)).toEqual(codes)
})

test.each<[string, RewardType, string[]]>([
  ['Cảm ơn, {first name}', 'digital', []],
  ['Well done 🎉', 'digital', ['unprintable']],
  ['{nick}', 'direct', ['unknown_field']],
  ['{name}', 'bulk', ['no_recipient']],
  ['x'.repeat(41), 'direct', ['too_long']],
])('the line %j on a %s card has the problems %j', (text, type, codes) => {
  expect(cardLineProblems(text, type, 'line1').map(({ code }) => code)).toEqual(codes)
})

test('the name that signs a letter is printed as well', () => {
  expect(senderProblems('Ольга', 'direct')).toMatchObject([{ field: 'senderName', code: 'unprintable' }])
  expect(senderProblems('Ольга', 'digital')).toEqual([])
  expect(senderProblems('x'.repeat(61), 'digital')).toMatchObject([{ code: 'too_long' }])
})

test('the messages name the thing and the number', () => {
  expect(messageProblems('x'.repeat(512), 'direct')[0]?.message).toBe(
    'Use at most 500 characters. This message has 512.',
  )
  expect(messageProblems('{nick}', 'direct')[0]?.message).toBe(
    '{nick} isn’t a merge field. Use {first name}, {last name}, or {card value}.',
  )
})

test('reads a message without braces as written', () => {
  fc.assert(
    fc.property(
      fc.string().map((text) => text.replace(/[{}]/g, '')),
      (text) => {
        expect(mergeMessage(text, maya)).toBe(text)
        expect(unknownFields(text)).toEqual([])
      },
    ),
  )
})
