import { CATALOGS, loadTexts } from '../app/texts.ts'

// Parts that are tested without a route have no catalogs.
await loadTexts(CATALOGS, 'en')
