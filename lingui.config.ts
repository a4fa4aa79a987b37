import { createBabelExtractor } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

const babel = createBabelExtractor()

/** `npm run texts` extracts every text of these files and compiles the catalogs (docs/decisions/0095). */
export default {
  sourceLocale: 'en',
  locales: ['en', 'es', 'en-XA'],
  // Shows what isn't translated or doesn't fit. It has no translations of its own.
  pseudoLocale: { locale: 'en-XA', prepend: '[', append: ']', extend: 0.3 },
  fallbackLocales: { 'en-XA': 'en' },
  catalogs: [
    {
      // Parts of every page, in the first load.
      path: '<rootDir>/domain/src/texts/shared/{locale}',
      include: ['web/src/app', 'web/src/parts', 'web/src/routes/__root.tsx'],
    },
    { path: '<rootDir>/domain/src/texts/claim/{locale}', include: ['web/src/features/claim'] },
    { path: '<rootDir>/domain/src/texts/card-words/{locale}', include: ['domain/src/card-*.ts'] },
    {
      path: '<rootDir>/domain/src/texts/server/{locale}',
      include: ['server/src', 'contract/src/problems.ts'],
      exclude: ['**/generated/**', '**/*.test.ts'],
    },
  ],
  // Most files have no such texts, and a string search is faster than parsing.
  extractors: [
    {
      match: babel.match,
      extract: (path, code, ...rest) =>
        code.includes('i18n') ? babel.extract(path, code, ...rest) : undefined,
    },
  ],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  compileNamespace: 'json',
  orderBy: 'origin',
}
