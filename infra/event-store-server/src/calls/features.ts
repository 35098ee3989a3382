import features from '@eventstore/db-client/generated/serverfeatures_pb.js'

/** The version whose behaviour the conformance suite states. */
const VERSION = '22.10.5.0'
const METHODS = ['read', 'append', 'batchappend', 'delete', 'tombstone']

/** What the client asks before its first append: with BatchAppend in the list it uses that. */
export function supportedMethods(): InstanceType<typeof features.SupportedMethods> {
  const answer = new features.SupportedMethods()
  answer.setEventStoreServerVersion(VERSION)
  answer.setMethodsList(
    METHODS.map(name => {
      const method = new features.SupportedMethod()
      method.setServiceName('event_store.client.streams.streams')
      method.setMethodName(name)
      return method
    }),
  )
  return answer
}
