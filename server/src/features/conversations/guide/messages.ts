type Predefined = { occasion: string; text: string }

/** Words for occasions. */
const MEANINGS: readonly RegExp[] = [
  /anniversar|years of service|service award|milestone|tenure/i,
  /birthday|bday/i,
  /holiday|christmas|season|new year|winter|hanukkah/i,
  /welcome|new hire|onboard|first day|start/i,
  /congrat|promotion|achiev|winner|well done|success/i,
  /safety|accident/i,
  /thank|appreciat|grateful|gratitude/i,
  /farewell|goodbye|retire|leaving/i,
  /sales|quota|target|quarter/i,
  /wedding|baby|marri/i,
  /refer/i,
]

/** The site’s best suggested message for a sentence, or its first one. `isNamed` if the sentence names the occasion. */
export function messageFor<Message extends Predefined>(sentence: string, messages: readonly Message[]) {
  const words = sentence.toLowerCase()
  const meant = MEANINGS.filter((meaning) => meaning.test(words))
  const score = ({ occasion, text }: Message) =>
    meant.reduce((sum, meaning) => sum + (meaning.test(occasion) ? 3 : meaning.test(text) ? 1 : 0), 0)
  const [best, ...others] = messages.toSorted((a, b) => score(b) - score(a))
  return { chosen: best, others, isNamed: best !== undefined && score(best) >= 3 }
}
