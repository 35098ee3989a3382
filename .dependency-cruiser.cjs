/** Imports run one way: contracts ← infra/platform ← services ← infra/gateway, infra/stack. */
const services = ['command-api', 'query-api', 'projectors', 'workers']
/** The client's folders, from the shell down to what knows nothing of the product. */
const clientLayers = ['app', 'features', 'parts', 'data', 'ui', 'lib']
/**
 * The folders of the client's data, from the library of a tab down to the acts. Files beside them know nothing of the folders.
 */
const dataLayers = [
  ...['library', 'session', 'remembered', 'saved-articles', 'push|undo', 'outbox'],
  ...['collections|exports|imports|notes|tags', 'links', 'acts', '[^/]+\\.tsx?$'],
]
const ours = '^(contracts|command-api|query-api|projectors|workers|frontend|infra)/'

/** Tests and their support may use the parts of the stack. Support for tests lives in folders named test-support. */
const tests = '\\.test\\.tsx?$|\\.spec\\.ts$|/test-support/'

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: { pathNot: '^frontend/' },
      to: { circular: true },
    },
    {
      name: 'no-circular-in-the-client',
      comment: 'A component may import a type from a file that imports the component.',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: ours, pathNot: '^contracts/' },
    },
    {
      name: 'contracts-depend-on-zod-only',
      comment: 'The id of an article and the key of a url have hashes, which the client never makes.',
      severity: 'error',
      from: {
        path: '^contracts/src/',
        pathNot: '\\.test\\.ts$|/test-support/|^contracts/src/(article-id|url-key)\\.ts$',
      },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'the-client-parses-with-zod-mini',
      comment: 'One import of the full zod adds 14 kB to the dashboard.',
      severity: 'error',
      from: { path: '^(frontend/src/|contracts/src/(api/|plans\\.ts$))' },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/mini/' },
    },
    {
      name: 'platform-imports-contracts-only',
      severity: 'error',
      from: { path: '^infra/platform/', pathNot: tests },
      to: { path: ours, pathNot: '^(contracts|infra/platform)/' },
    },
    ...services.map(name => ({
      name: `${name}-imports-no-other-service`,
      severity: 'error',
      from: { path: `^${name}/`, pathNot: tests },
      to: { path: ours, pathNot: `^(${name}|contracts|infra/platform)/` },
    })),
    {
      name: 'event-store-server-stands-alone',
      severity: 'error',
      from: { path: '^infra/event-store-server/src/', pathNot: tests },
      to: { path: ours, pathNot: '^infra/event-store-server/' },
    },
    {
      name: 'stripe-stand-in-stands-alone',
      severity: 'error',
      from: { path: '^infra/stripe-stand-in/src/', pathNot: tests },
      to: { path: ours, pathNot: '^infra/stripe-stand-in/' },
    },
    {
      name: 'frontend-imports-contracts-alone',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: ours, pathNot: '^(frontend|contracts)/' },
    },
    {
      name: 'frontend-imports-nothing-of-the-server-in-contracts',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^contracts/src/(article-id|database-roles|read-model/)' },
    },
    {
      name: 'test-support-is-for-tests',
      severity: 'error',
      from: { path: ours, pathNot: `^infra/(load|e2e)/|${tests}` },
      to: { path: '/test-support/' },
    },
    {
      name: 'the-card-form-stands-alone',
      comment:
        'It runs beside the scripts of Stripe, and shares one file of messages with the app (docs/decisions/0004).',
      severity: 'error',
      from: { path: '^frontend/src/pay/', pathNot: tests },
      to: { path: ours, pathNot: '^frontend/src/(pay/|lib/card-form\\.ts$)' },
    },
    {
      name: 'the-app-imports-nothing-of-the-card-form',
      severity: 'error',
      from: { path: '^frontend/src/', pathNot: '^frontend/src/pay/' },
      to: { path: '^frontend/src/pay/' },
    },
    {
      name: 'the-public-site-imports-no-screen',
      comment: 'Its pages are documents of their own, which need no script of the app.',
      severity: 'error',
      from: { path: '^frontend/src/site/', pathNot: tests },
      to: { path: '^frontend/src/(app|features)/' },
    },
    {
      name: 'the-app-imports-nothing-of-the-public-site',
      severity: 'error',
      from: { path: '^frontend/src/(?!site/)', pathNot: tests },
      to: { path: '^frontend/src/site/' },
    },
    {
      name: 'features-never-import-features',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    ...clientLayers.slice(1).map((layer, above) => ({
      name: `client-${layer}-imports-only-what-is-below`,
      comment: 'The client imports downwards: app, features, parts, data, ui, lib.',
      severity: 'error',
      from: { path: `^frontend/src/${layer}/`, pathNot: tests },
      to: { path: `^frontend/src/(${clientLayers.slice(0, above + 1).join('|')})/` },
    })),
    ...dataLayers.slice(1).map((layer, above) => ({
      name: `client-data-${layer.replaceAll(/\W+/g, '-')}-imports-only-what-is-below`,
      comment:
        'Acts are at the bottom, then what they change, then the outbox, then what follows the server.',
      severity: 'error',
      from: { path: `^frontend/src/data/(${layer})`, pathNot: tests },
      to: { path: `^frontend/src/data/(${dataLayers.slice(0, above + 1).join('|')})/` },
    })),
    {
      name: 'drivers-behind-the-platform',
      comment:
        'Only the platform knows the event store client, pg and nats; the embedded server and benchmarks are the exceptions.',
      severity: 'error',
      from: { path: ours, pathNot: `^infra/(platform|event-store-server|load|stack)/|${tests}` },
      to: { path: 'node_modules/(@eventstore/db-client|pg|nats)/' },
    },
    {
      name: 'tracing-libraries-in-one-file',
      comment: 'It is loaded where spans are exported, and nowhere else.',
      severity: 'error',
      from: { path: ours, pathNot: '^infra/platform/src/process/export-spans\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'one-http-client',
      comment: 'Only safe-fetch may call addresses that users give (requirements A13).',
      severity: 'error',
      from: {
        path: ours,
        pathNot: `^infra/(platform/src/(safe-fetch/|process/serve-health\\.ts)|docker/try|load|e2e|stack|stripe-stand-in)|${tests}`,
      },
      to: { path: '(node_modules/(undici|axios|got|node-fetch)/|^(node:)?(http|https|http2|net|tls)$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
