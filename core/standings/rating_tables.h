// rating_tables.h: conversion between score and rating difference (FIDE B.02 8.1). Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_RATING_TABLES_H_
#define KUBOK_CORE_STANDINGS_RATING_TABLES_H_

namespace kubok::standings {

// B.02 8.1.1: the difference dp for a fractional score in hundredths, 0..100.
int DifferenceOf(int hundredths);

// B.02 8.1.2: the expected score in hundredths for a difference, without the cut at 400: 100 above 735.
int ExpectedOf(int difference);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_RATING_TABLES_H_
