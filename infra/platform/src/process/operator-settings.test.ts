import { expect, it } from 'vitest'
import { unsetOfOperator } from './operator-settings.ts'

const SET = {
  OPERATOR_NAME: 'Ann',
  OPERATOR_ADDRESS: 'Main Street 1',
  GOVERNING_LAW: 'France',
  NOTICE_DAYS: '30',
}

it('names the settings of the operator that are unset', () => {
  expect(unsetOfOperator(SET)).toBeUndefined()
  expect(unsetOfOperator({ ...SET, NOTICE_DAYS: '' })).toBe(
    'NOTICE_DAYS is not set: /terms and /privacy do without.',
  )
  expect(unsetOfOperator({ OPERATOR_NAME: ' ' })).toBe(
    'OPERATOR_NAME, OPERATOR_ADDRESS, GOVERNING_LAW, and NOTICE_DAYS are not set: /terms and /privacy do without.',
  )
})
