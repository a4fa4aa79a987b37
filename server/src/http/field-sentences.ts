import { learnSentences } from '@laurel/domain/stored-sentences'

/** What is wrong with fields, where the contract names a limit. */
learnSentences([
  /*i18n*/ 'Offer up to {max} values.',
  /*i18n*/ 'Enter up to {max} amounts.',
  /*i18n*/ 'Enter up to {max} days.',
  /*i18n*/ 'Enter up to {max} addresses.',
  /*i18n*/ 'Enter up to {max} employees.',
  /*i18n*/ 'Choose up to {max} addresses.',
  /*i18n*/ 'Add at most {max} steps.',
  /*i18n*/ 'Invite at most {max} people at a time.',
  /*i18n*/ 'Enter at least {amount}.',
  /*i18n*/ 'Enter at most {amount}.',
  /*i18n*/ 'Choose a value for “{name}”.',
  /*i18n*/ 'Enter a value for “{name}”.',
])
