import { endSentence } from '@laurel/domain/sentence'
import type { LegalText } from '../features/sites/site-records.ts'

/** The small print of a demo site: short, and about this program only. */
export function legalTexts(siteName: string, supportEmail: string, supportPhone: string): LegalText[] {
  return [
    {
      kind: 'terms',
      title: 'Terms',
      text: [
        endSentence(`These terms apply when a business orders reward cards from ${siteName}`),
        'You may order for business purposes: to thank, reward, or welcome people. Cards may not be resold or exchanged for cash.',
        'An order is priced before you pay: the value on the cards, a fee for each card, and delivery, each on its own line. The price does not change after you pay.',
        'A person reviews every order, its artwork and its list. We may decline an order, for example because you may not use a logo in it. A declined order is refunded in full.',
        'You confirm that you may use the logos, words, names, and addresses you give us.',
        'Bank payments are final when they have settled, usually after four business days. Production starts then.',
        'A card that cannot be delivered is sent again to a corrected address, or its value and fee are refunded. Cards that were used cannot be refunded.',
        `Questions: ${supportEmail} or ${supportPhone}.`,
      ].join('\n\n'),
    },
    {
      kind: 'privacy',
      title: 'Privacy',
      text: [
        `This is what ${siteName} keeps and why.`,
        'About you: your name, your business, its address, and its tax number. We need them to know who is ordering and to keep the records the law requires. The tax number is stored encrypted and shown only by its last four digits.',
        'About recipients: the names, street addresses, and email addresses you give us. We use them to make and deliver the cards in your order, and for nothing else. We do not send recipients advertising.',
        'Payments are made on our payment partner’s page. We receive the result and the last four digits, never a full card or account number.',
        'Recipients’ data are deleted two years after delivery. Order records stay as long as tax law requires.',
        'We do not sell data, and we do not use it to follow people across other sites.',
        `To see, correct, or delete what we keep about you, email ${supportEmail}.`,
      ].join('\n\n'),
    },
    {
      kind: 'cardholder',
      title: 'Cardholder agreement',
      text: [
        'This agreement is between the person who holds a card and the bank that issued it.',
        'The card holds the value printed on it or named in the email it came with. It is not a credit card and cannot be loaded again.',
        'Use it wherever its network is accepted, in the United States, until the value is spent. The value does not expire. The plastic does, on the date on its front, and is then replaced free of charge.',
        'There is no fee for using the card, for checking its balance, or for keeping it.',
        'Treat it like cash. If it is lost or stolen, call us with the card number: we will block it and move the remaining value to a new card.',
        `Balance and questions: ${supportPhone}.`,
      ].join('\n\n'),
    },
  ]
}
