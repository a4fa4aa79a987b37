/** Phrases that read as translated, and names that have another one. */
export const NEVER = phrases([
  ...['stands? here', 'needs? a hand', 'mend(s|ed|ing)?', 'meanwhile', '(is|are) told', 'written down'],
  // "Print your logo on the card" is fine, "it goes on" isn't.
  ...[
    'go(es)? on(?! (the|a|an|your|its|their|hold|to)\\b)',
    'put right',
    'at hand',
    'parted by',
    'left empty',
  ],
  ...['still to (come|pay|be)', 'of it', 'whose turn', 'has the say', 'be it', 'lest', 'by itself'],
  ...['otherwise than', 'what becomes of', 'come in by', 'looks? on(?! the\\b)', 'needs? a look'],
  ...['somebody', 'everybody', 'anybody', 'nobody', 'whoever'],
  ...[
    'ways? to (pay|send)',
    'awaited',
    '(payment )?doubts?',
    'doubtful',
    'funds',
    'papers',
    'trail',
    'stand-in',
  ],
  ...['(give[sn]?|gave|giving|takes?|took|taken|taking|sends?|sent|sending)( \\w+){0,2} back(?! to\\b)'],
  ...[
    '(came|went|comes|goes) back',
    'could not be delivered',
    'handed to the carrier',
    'the giver',
    'one clock',
  ],
  ...['press(es)? (a|the|this)'],
])

/** Screens, errors, and the API say "can't" and "don't". */
export const SPELLED_OUT = phrases(['(can|could|does|did|do|is|are|was|were|has|have|had|will|would) ?not'])

function phrases(all) {
  return new RegExp(`\\b(${all.join('|')})\\b`, 'i')
}
