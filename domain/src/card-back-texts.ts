import type { CardBack } from './paint-card-back.ts'
import type { Texts } from './texts.ts'

/** The texts on the back of a card, on screen and in print. */
export function cardBackTexts(
  i18n: Texts,
  site: { networkName: string; supportPhone: string; supportHours: string },
): Pick<CardBack, 'message' | 'signature'> {
  const { networkName } = site
  const ask = [site.supportPhone, site.supportHours].filter((words) => words !== '').join(', ')
  return {
    message: i18n.t(
      'Use this card wherever {networkName} is accepted. Not redeemable for cash, except where required by law. Balance and questions: {ask}.',
      { networkName, ask },
    ),
    signature: i18n.t('Authorized signature. Not valid unless signed.'),
  }
}
