import type { TokenScope } from '../api/access.ts'

/** What the device of a person may call: wallabag's API alone. */
export const DEVICE_ROUTES = {
  'GET /api/entries': 'read',
  'GET /api/entries.json': 'read',
  'POST /api/entries': 'write',
  'POST /api/entries.json': 'write',
  'GET /api/entries/exists.json': 'read',
  'GET /api/entries/exists': 'read',
  'GET /api/entries/:entry': 'read',
  'PATCH /api/entries/:entry': 'write',
  'DELETE /api/entries/:entry': 'write',
  'GET /api/entries/:entry/export.epub': 'read',
  'GET /api/entries/:entry/tags.json': 'read',
  'POST /api/entries/:entry/tags.json': 'write',
  'DELETE /api/entries/:entry/tags/:tag': 'write',
  'GET /api/tags.json': 'read',
  'DELETE /api/tags/:tag': 'write',
  'DELETE /api/tag/label.json': 'write',
} as const satisfies Readonly<Record<string, TokenScope>>
