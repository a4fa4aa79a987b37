import { recipientSubject } from '@laurel/domain/card-mail-subject'
import {
  cardMailLink,
  cardMailTerms,
  cardMailTitle,
  cardSender,
  letterTerms,
  letterWords,
} from '@laurel/domain/card-words'
import { readLanguage } from '@laurel/domain/languages'
import { mergeMailText } from '@laurel/domain/merge-mail-text'
import type { MessageRecipient } from '@laurel/domain/message-merge'
import { formatCents, formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import cardEn from '@laurel/domain/texts/card-words/en.json'
import cardEs from '@laurel/domain/texts/card-words/es.json'
import { useSuspenseQuery } from '@tanstack/react-query'
import { customerQueries } from '../../app/customer.queries.ts'
import { type Site, useSite } from '../../app/site.ts'
import { textsIn, useTexts } from '../../app/texts.ts'
import { buttonClass } from '../../parts/Button.tsx'
import { CardCanvas, type CardLook } from '../../parts/card/CardCanvas.tsx'

const TEXTS = { en: textsIn('en', cardEn.messages), es: textsIn('es', cardEs.messages) }

/** The texts that a recipient gets. @param listed the language on their list; empty for the site's */
export function useRecipientTexts(listed = '') {
  const site = useSite()
  const language = readLanguage(listed) ?? site.language
  return { i18n: TEXTS[language], isOfSite: language === site.language }
}

type LetterPreviewProps = {
  look: CardLook
  rewardType: RewardType
  /** Name and address, line by line; empty for bulk cards. */
  address: readonly string[]
  /** With merge fields filled in. */
  message: string
  sender: string
  /** Null while unknown; the letter then has a placeholder. */
  amountCents: number | null
  language?: string
}

const FOLD = '-mx-15 border-[#c9cccb] border-t border-dashed narrow:-mx-6.5 tiny:-mx-4.5'

/** The letter with the card, with the texts and the layout of the printed one. */
export function LetterPreview({
  look,
  rewardType,
  address,
  message,
  sender,
  amountCents,
  language,
}: LetterPreviewProps) {
  const i18n = useTexts()
  const site = useSite()
  const { i18n: theirs } = useRecipientTexts(language)
  const { text, signature } = letterWords(theirs, message, sender)
  const ways = [site.supportEmail, site.supportPhone, site.supportHours].filter((way) => way !== '')
  return (
    <article
      aria-label={i18n.t('The letter')}
      lang={theirs.locale}
      className="paper min-h-[700px] w-[min(100%,560px)] rounded-[3px] border-action border-t-8 bg-white px-15 pt-9 pb-10 text-[#1d1d1d] text-[0.9375rem] leading-[1.6] shadow-lift-2 narrow:min-h-0 narrow:px-6.5 narrow:pt-6.5 narrow:pb-7 tiny:px-4.5"
    >
      <LogoAndName />
      {address.length > 0 ? (
        <>
          <p className="text-[#6a6e6d] text-small">{i18n.t('Our return address')}</p>
          <p className="mt-8.5 mb-7.5">
            {address.map((line) => (
              <span key={line} className="block wrap-anywhere">
                {line}
              </span>
            ))}
          </p>
        </>
      ) : (
        <div className="h-8.5" />
      )}
      <div className={FOLD} />
      <div className="my-7.5 grid min-h-24 content-start gap-3 wrap-anywhere">
        {rewardType === 'bulk' && message.trim() === '' ? (
          <p className="text-[#6a6e6d]">
            {i18n.t('Your message appears here. If blank, we ship the cards without a letter.')}
          </p>
        ) : (
          <>
            <p className="whitespace-pre-line">{text}</p>
            {signature && <p className="font-semibold">{signature}</p>}
          </>
        )}
      </div>
      <div className={FOLD} />
      <div className="mt-7.5 grid grid-cols-[230px_minmax(0,1fr)] items-start gap-5 narrow:grid-cols-1">
        <CardCanvas
          look={look}
          className="w-full max-w-[260px] shadow-[0_1px_2px_rgb(0_0_0/0.22),0_6px_14px_-6px_rgb(0_0_0/0.3)]"
        />
        <div className="grid gap-2 text-small">
          <p className="text-h2">{amountCents === null ? i18n.t('The value') : formatDollars(amountCents)}</p>
          <p>{letterTerms(theirs, look.networkName ?? site.networkName)}</p>
          {ways.length > 0 && (
            <p className="text-[#545857]">
              {ways.map((way) => (
                <span key={way} className="block wrap-anywhere">
                  {way}
                </span>
              ))}
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

/** The organization's logo and name as printed and mailed: no link. */
function LogoAndName() {
  const { siteLogo, logoHasName, name } = useSite()
  return (
    <span className="inline-flex min-h-11 items-center gap-[9px] font-semibold text-[1.0625rem] leading-none">
      {siteLogo && (
        <img
          src={siteLogo}
          alt={logoHasName ? name : ''}
          className={`w-auto object-contain ${logoHasName ? 'h-[26px] max-w-[180px]' : 'h-[22px] max-w-[90px]'}`}
        />
      )}
      {!logoHasName && name}
    </span>
  )
}

type MailPreviewProps = {
  look: CardLook
  person: MessageRecipient
  email: string
  rewardName: string
  /** With merge fields filled in. */
  message: string
  sender: string
  language?: string
}

/** The email with a digital card, with the texts of the sent one. */
export function MailPreview({
  look,
  person,
  email,
  rewardName,
  message,
  sender,
  language,
}: MailPreviewProps) {
  const i18n = useTexts()
  const site = useSite()
  const { i18n: theirs, isOfSite } = useRecipientTexts(language)
  const until = lastDayOfLink(site, theirs.locale)
  const own = isOfSite ? ownCardTexts(site, { person, sender, rewardName, until }) : undefined
  const ways = [site.name, site.supportEmail, site.supportPhone].filter((line) => line !== '')
  return (
    <article
      aria-label={i18n.t('The email')}
      lang={theirs.locale}
      className="paper w-[min(100%,620px)] overflow-hidden rounded-toast bg-sunken text-[#1d1d1d] shadow-lift-3"
    >
      <header className="grid gap-0.5 bg-canvas px-6.5 py-4.5 narrow:px-5">
        <b className="font-semibold wrap-anywhere">
          {recipientSubject(theirs, isOfSite ? site.cardMailSubject : undefined, person)}
        </b>
        <span className="text-muted text-small wrap-anywhere">
          {i18n.t('{site}, to {email}', {
            site: site.name,
            email: email || i18n.t('the address you enter'),
          })}
        </span>
      </header>
      <div className="px-8 pt-7 pb-6 narrow:px-4">
        <div className="grid justify-items-start gap-5 rounded-toast border border-line bg-white px-7 py-7 narrow:px-5">
          <LogoAndName />
          <p className="text-h2 wrap-anywhere">
            {own?.heading ?? cardMailTitle(theirs, person.firstName, sender, person.amountCents)}
          </p>
          <CardCanvas look={look} className="w-full" />
          {message.trim() !== '' && (
            <div className="grid gap-3 border-accent-line border-s-[3px] ps-4 wrap-anywhere">
              <p className="whitespace-pre-line">{message}</p>
              <p className="text-muted">{sender}</p>
            </div>
          )}
          <span className={buttonClass('primary', 'big')}>{own?.button ?? cardMailLink(theirs)}</span>
          <p className="whitespace-pre-line text-muted text-small">
            {own?.text ?? cardMailTerms(theirs, rewardName, person.amountCents, until)}
          </p>
        </div>
        <p className="px-7 pt-5 text-muted text-small narrow:px-5">
          {ways.map((way) => (
            <span key={way} className="block wrap-anywhere">
              {way}
            </span>
          ))}
        </p>
      </div>
    </article>
  )
}

/** The sender's name as recipients see it. @param senderName the "From" field */
export function useSender(senderName: string): string {
  const site = useSite()
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  return cardSender({ senderName, businessName: customer.legalBusinessName, siteName: site.name })
}

type CardFacts = { person: MessageRecipient; sender: string; rewardName: string; until: string }

/** The site's own texts, if it has any. */
function ownCardTexts({ cardMailTexts }: Pick<Site, 'cardMailTexts'>, card: CardFacts) {
  if (cardMailTexts === null) return undefined
  const { firstName, lastName, amountCents } = card.person
  const values = {
    ...{ 'first name': firstName, 'last name': lastName, amount: formatCents(amountCents) },
    ...{ sender: card.sender, card: card.rewardName, 'last day': card.until },
  }
  const { heading, text, button } = cardMailTexts
  return {
    heading: mergeMailText(heading, values),
    text: mergeMailText(text, values),
    button: mergeMailText(button, values),
  }
}

const DAY_MS = 86_400_000

/** The last day of a link that is sent now, formatted as in the email. */
export function lastDayOfLink(
  { claimWithinDays, timeZone }: Pick<Site, 'claimWithinDays' | 'timeZone'>,
  locale: string,
  now = new Date(),
): string {
  const last = new Date(now.getTime() + claimWithinDays * DAY_MS)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(last)
}
