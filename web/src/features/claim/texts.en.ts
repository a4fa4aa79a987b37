import card from '@laurel/domain/texts/card-words/en.json'
import claim from '@laurel/domain/texts/claim/en.json'
import shared from '@laurel/domain/texts/shared/en.json'

export const messages = { ...shared.messages, ...card.messages, ...claim.messages }
