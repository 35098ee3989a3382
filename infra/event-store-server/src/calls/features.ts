import features from '@eventstore/db-client/generated/serverfeatures_pb.js'

/** The conformance suite states the behaviour of this version. */
const VERSION = '22.10.5.0'
const METHODS = ['read', 'append', 'batchappend', 'delete', 'tombstone']

/** The client asks this before its first append. It uses BatchAppend if the list has it. */
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
