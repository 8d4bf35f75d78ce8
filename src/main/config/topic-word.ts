/** One level of a topic: the names of a fleet, of its players and of its groups. */
export const topicWordPattern = /^[\w.-]{1,64}$/;
