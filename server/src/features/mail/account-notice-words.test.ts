import { expect, test } from 'vitest'
import type { SiteRow } from '../sites/sites.repo.ts'
import { changeOf, noticeContent } from './account-notice-words.ts'

const site = { name: 'Northwind Rewards', support_email: 'help@northwind.example' } as SiteRow

const textOf = (event: string) =>
  JSON.stringify(noticeContent(site, 'https://shop.test', 'lee@example.com', changeOf(event)!))

test('whoever hears of another service at their account learns what gets it out again', () => {
  expect(textOf('social_linked')).toContain('signs everybody else out and disconnects other services')
})

test('a reset tells that services are disconnected; a password changed while signed in leaves them', () => {
  expect(textOf('password_reset')).toContain('Services you signed in with are disconnected')
  expect(textOf('password_changed')).not.toContain('are disconnected')
})

test('a new address tells that services under the old one are disconnected', () => {
  expect(textOf('email_changed')).toContain('under the old one are disconnected')
})
