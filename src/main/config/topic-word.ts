/** One topic level: names of fleets, players and groups. */
export const topicWordPattern = /^[\w.-]{1,64}$/;
