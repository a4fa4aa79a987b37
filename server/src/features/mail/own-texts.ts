import { LOCALES } from '@laurel/domain/languages'
import type { MailKind, MailTextPart } from '@laurel/domain/mail-texts'
import { mergeMailText } from '@laurel/domain/merge-mail-text'
import type { Texts } from '@laurel/domain/texts'
import type { SiteRow } from '../sites/sites.repo.ts'

/**
 * A site's own texts of a mail, with values filled in. They are in the site's language.
 *
 * @param i18n the reader's language
 * @returns undefined if the site has the original ones, and for readers of another language
 */
export function ownTexts(
  i18n: Texts,
  site: Pick<SiteRow, 'language' | 'mail_texts'>,
  kind: MailKind,
  values: Readonly<Record<string, string>>,
): Partial<Record<MailTextPart, string>> | undefined {
  if (i18n.locale !== LOCALES[site.language]) return undefined
  const texts = site.mail_texts[kind]
  if (!texts) return undefined
  return Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, mergeMailText(text, values)]))
}
