import card from '@laurel/domain/texts/card-words/es.json'
import claim from '@laurel/domain/texts/claim/es.json'
import shared from '@laurel/domain/texts/shared/es.json'

export const messages = { ...shared.messages, ...card.messages, ...claim.messages }
