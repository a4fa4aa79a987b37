import card from '@laurel/domain/texts/card-words/en-XA.json'
import claim from '@laurel/domain/texts/claim/en-XA.json'
import shared from '@laurel/domain/texts/shared/en-XA.json'

export const messages = { ...shared.messages, ...card.messages, ...claim.messages }
