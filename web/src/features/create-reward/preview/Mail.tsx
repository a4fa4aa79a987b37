import { cardMailSubject } from '@laurel/domain/card-mail-subject'
import { CARD_MAIL_LINK, cardMailTerms, cardMailTitle } from '@laurel/domain/card-words'
import type { MessageRecipient } from '@laurel/domain/message-merge'
import { useSite } from '../../../app/site.ts'
import { buttonClass } from '../../../parts/button-class.ts'
import { CardCanvas, type CardLook } from '../../../parts/card/CardCanvas.tsx'
import { lastDayOfLink } from './last-day-of-link.ts'

type MailProps = {
  look: CardLook
  person: MessageRecipient
  email: string
  rewardName: string
  /** As its reader reads it. */
  message: string
  giver: string
}

/** The email that carries a digital card, in the words in which it is sent. */
export function Mail({ look, person, email, rewardName, message, giver }: MailProps) {
  const site = useSite()
  const until = lastDayOfLink(site)
  const ways = [site.name, site.supportEmail, site.supportPhone].filter((line) => line !== '')
  return (
    <article
      aria-label="The email"
      className="w-[min(100%,620px)] overflow-hidden rounded-toast bg-sunken text-[#1d1d1d] shadow-lift-3"
    >
      <header className="grid gap-0.5 bg-canvas px-6.5 py-4.5 narrow:px-5">
        <b className="font-semibold wrap-anywhere">{cardMailSubject(site.cardMailSubject, person)}</b>
        <span className="text-muted text-small wrap-anywhere">
          {site.name}, to {email || 'the address you give'}
        </span>
      </header>
      <div className="px-8 pt-7 pb-6 narrow:px-4">
        <p className="rounded-t-toast bg-action px-7 py-4 font-semibold text-on-action narrow:px-5">
          {site.name}
        </p>
        <div className="grid justify-items-start gap-5 rounded-b-toast bg-white px-7 py-7 narrow:px-5">
          <p className="text-h2 wrap-anywhere">
            {cardMailTitle(person.firstName, giver, person.amountCents)}
          </p>
          <CardCanvas look={look} className="w-full" />
          {message.trim() !== '' && (
            <div className="grid gap-3 border-accent-line border-s-[3px] ps-4 wrap-anywhere">
              <p className="whitespace-pre-line">{message}</p>
              <p className="text-muted">{giver}</p>
            </div>
          )}
          <p>{cardMailTerms(rewardName, person.amountCents, until)}</p>
          <span className={buttonClass('primary', 'big')}>{CARD_MAIL_LINK}</span>
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
