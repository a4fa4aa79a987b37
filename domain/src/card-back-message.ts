/** The text on the back of every card, on screen and in print. */
export function cardBackMessage(site: {
  networkName: string
  supportPhone: string
  supportHours: string
}): string {
  const ask = [site.supportPhone, site.supportHours].filter((words) => words !== '').join(', ')
  return `Use this card wherever ${site.networkName} is accepted. Not redeemable for cash, except where required by law. Balance and questions: ${ask}.`
}
