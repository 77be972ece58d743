/**
 * The name of the role that chance plays, where rules or a tree have one: it is paid nothing, and is the last
 * one of a tree.
 */
export const CHANCE = "random";
