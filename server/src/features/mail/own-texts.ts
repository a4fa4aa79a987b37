import type { MailKind, MailTextPart } from '@laurel/domain/mail-texts'
import { mergeMailText } from '@laurel/domain/merge-mail-text'
import type { SiteRow } from '../sites/sites.repo.ts'

/**
 * A site's own texts of a mail, with values filled in.
 *
 * @returns undefined if the site has the original ones
 */
export function ownTexts(
  site: Pick<SiteRow, 'mail_texts'>,
  kind: MailKind,
  values: Readonly<Record<string, string>>,
): Partial<Record<MailTextPart, string>> | undefined {
  const texts = site.mail_texts[kind]
  if (!texts) return undefined
  return Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, mergeMailText(text, values)]))
}
