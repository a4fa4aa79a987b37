import { expect, test } from 'vitest'
import { textsOf } from './texts.ts'

test.each(['en', 'es'] as const)(
  'what people typed is never read as an escape or a placeholder, in %s',
  (language) => {
    for (const sender of [
      String.raw`\u003cb\u003e`,
      String.raw`A\x0d\x0aB`,
      String.raw`C:\temp`,
      '{amount}',
      "'{'",
    ]) {
      const read = textsOf(language).t('You got this email because {sender} sent you a card.', { sender })
      expect(read).toContain(sender)
    }
  },
)
