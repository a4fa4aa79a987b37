import { createBabelExtractor } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

const babel = createBabelExtractor()

/** Files with texts in the first load of every page. Their catalog is in it, too. */
const FIRST_LOAD = [
  'web/src/app/{api-problem,page-language,session}.ts',
  'web/src/app/shell/{DemoRibbon,NotFoundScreen,ScreenError,SiteFooter,SiteHeader,SiteLogo,ToastArea,navigation,slots}.tsx',
  'web/src/parts/{CopyField,ThemeChoice,card/CardCanvas}.tsx',
  'web/src/routes/{__root,$}.tsx',
]

/** Domain files whose texts are in separate catalogs. */
const OTHERS = [
  '**/*.test.{ts,tsx}',
  'domain/src/{card-!(item)*,landing-texts,company-domains}.ts',
  'contract/src/openapi',
]

/** `npm run texts` extracts every text of these files and compiles the catalogs (docs/decisions/0095). */
export default {
  sourceLocale: 'en',
  locales: ['en', 'es', 'en-XA'],
  // Shows what isn't translated or doesn't fit. It has no translations of its own.
  pseudoLocale: { locale: 'en-XA', prepend: '[', append: ']', extend: 0.3 },
  fallbackLocales: { 'en-XA': 'en' },
  catalogs: [
    // Each route names the others that it needs (web/src/app/texts.ts).
    { path: '<rootDir>/domain/src/texts/shared/{locale}', include: FIRST_LOAD },
    {
      path: '<rootDir>/domain/src/texts/parts/{locale}',
      include: [
        'web/src/app',
        'web/src/parts',
        'web/src/features/company/Proposals.tsx',
        'web/src/features/company/joining-words.ts',
        'domain/src',
      ],
      exclude: [
        ...FIRST_LOAD,
        ...OTHERS,
        'web/src/parts/{reports,webhooks}',
        'domain/src/{notification-kinds,payment-messages,remittance-words,list-sentences,company-sentences,company-activity,activity-kinds,company-api-keys,programs,reports,report-schedules,year-end}.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/home/{locale}',
      include: ['web/src/features/home', 'domain/src/{landing-texts,reward-type}.ts'],
    },
    {
      path: '<rootDir>/domain/src/texts/accounts/{locale}',
      include: [
        'web/src/features/accounts',
        'web/src/features/registration',
        'web/src/routes/{confirm-signup,reset-password}.tsx',
        'web/src/routes/_signed-in/complete-registration.tsx',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/checkout/{locale}',
      include: [
        'web/src/features/cart',
        'web/src/features/checkout',
        'web/src/features/confirmation',
        'web/src/routes/_signed-in/checkout',
        'web/src/routes/_signed-in/{checkout,order-confirmation}.tsx',
        'domain/src/{payment-messages,remittance-words}.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/create-reward/{locale}',
      include: [
        'web/src/features/create-reward',
        'web/src/routes/_signed-in/create-reward',
        'domain/src/list-sentences.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/orders/{locale}',
      include: [
        'web/src/features/orders',
        'web/src/features/create-reward/{SavedDesigns,open-reward-type-chooser}.tsx',
        'web/src/routes/_signed-in/{guide.$id,my-rewards}.tsx',
        'domain/src/{payment-messages,remittance-words}.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/account/{locale}',
      include: [
        'web/src/features/account',
        'web/src/features/assistants',
        'web/src/features/settings',
        'web/src/routes/_signed-in/{account,settings}.tsx',
        'web/src/routes/{connect-assistant,unsubscribe.$token}.tsx',
        'domain/src/notification-kinds.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/recipients/{locale}',
      include: ['web/src/features/recipient-lists', 'web/src/routes/_signed-in/recipients'],
    },
    {
      path: '<rootDir>/domain/src/texts/files/{locale}',
      include: ['web/src/features/files', 'web/src/routes/_signed-in/files.tsx'],
    },
    {
      path: '<rootDir>/domain/src/texts/company/{locale}',
      include: [
        'web/src/features/company',
        'web/src/routes/_signed-in/company',
        'web/src/routes/_signed-in/company.tsx',
        'web/src/routes/join.$token.tsx',
        'web/src/routes/_signed-in/approve.$token.tsx',
        'domain/src/{company-roles,company-domains,company-api-keys,company-sentences}.ts',
      ],
      exclude: [
        'web/src/features/company/{programs,year-end,ReportsScreen.tsx,Webhook*.tsx,ActivityScreen.tsx}',
        'web/src/routes/_signed-in/company/{programs,reports.tsx,year-end,webhooks,activity.tsx}',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/programs/{locale}',
      include: [
        'web/src/features/company/programs',
        'web/src/routes/_signed-in/company/programs',
        'domain/src/programs.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/reports/{locale}',
      include: [
        'web/src/parts/reports',
        'web/src/features/company/ReportsScreen.tsx',
        'web/src/routes/_signed-in/company/reports.tsx',
        'domain/src/{reports,report-schedules}.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/year-end/{locale}',
      include: [
        'web/src/features/company/year-end',
        'web/src/routes/_signed-in/company/year-end',
        'domain/src/year-end.ts',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/webhooks/{locale}',
      include: [
        'web/src/parts/webhooks',
        'web/src/features/company/Webhook*.tsx',
        'web/src/routes/_signed-in/company/webhooks',
      ],
    },
    {
      path: '<rootDir>/domain/src/texts/activity/{locale}',
      include: [
        'web/src/features/company/ActivityScreen.tsx',
        'web/src/routes/_signed-in/company/activity.tsx',
        'domain/src/activity-kinds.ts',
      ],
    },
    // What new sites and the demo sites sell, until their staff change it.
    {
      path: '<rootDir>/domain/src/texts/starter/{locale}',
      include: ['server/src/features/setup/starter-catalog.ts', 'server/src/demo/demo-catalog.ts'],
    },
    { path: '<rootDir>/domain/src/texts/guide/{locale}', include: ['web/src/features/guide'] },
    // The demo sites' own texts on home.
    { path: '<rootDir>/domain/src/texts/demo/{locale}', include: ['server/src/demo/demo-landing.ts'] },
    {
      path: '<rootDir>/domain/src/texts/claim/{locale}',
      include: ['web/src/features/claim', 'web/src/parts/{Button,Form,TextField}.tsx'],
    },
    { path: '<rootDir>/domain/src/texts/card-words/{locale}', include: ['domain/src/card-!(item)*.ts'] },
    {
      path: '<rootDir>/domain/src/texts/server/{locale}',
      include: ['server/src', 'contract/src', 'domain/src'],
      exclude: ['**/generated/**', '**/demo/**', '**/starter-catalog.ts', ...OTHERS],
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
