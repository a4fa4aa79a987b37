/** How long a shared draft stays its editor's without news of them: a closed laptop, or a crashed browser. */
export const DRAFT_EDITING_SECONDS = 75

/** How often an open page says that its draft is being edited. Two may get lost. */
export const DRAFT_RENEWAL_SECONDS = 25
