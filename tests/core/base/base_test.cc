#include <gtest/gtest.h>

#include "core/base/bytes.h"
#include "core/base/exact.h"
#include "core/base/ids.h"
#include "core/base/status.h"

namespace kubok {
namespace {

TEST(Bytes, HexAndBase64RoundTripAndRefuse) {
  EXPECT_EQ(HexEncode(std::string("\x00\xff\x10", 3)), "00ff10");
  EXPECT_EQ(HexDecode("00FF10"), std::string("\x00\xff\x10", 3));
  EXPECT_FALSE(HexDecode("0"));
  EXPECT_FALSE(HexDecode("0g"));
  EXPECT_EQ(Base64Encode(""), "");
  EXPECT_EQ(Base64Encode("f"), "Zg==");
  EXPECT_EQ(Base64Encode("fo"), "Zm8=");
  EXPECT_EQ(Base64Encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64Decode("Zm8="), "fo");
  for (const char* bad : {"Zg=", "Zh==", "Zm9=", "Zg==Zg==", "Z_8=", "=Zg=", "===="})
    EXPECT_FALSE(Base64Decode(bad)) << bad;
}

TEST(Bytes, WriterAndReaderAgreeAndShortInputIsSeen) {
  ByteWriter writer;
  writer.U8(7).U32(1u << 31).U64(~0ull).I64(-5).Bool(true).Bytes("имя").Fixed("xy");
  ByteReader reader(writer.str());
  EXPECT_EQ(reader.U8(), 7);
  EXPECT_EQ(reader.U32(), 1u << 31);
  EXPECT_EQ(reader.U64(), ~0ull);
  EXPECT_EQ(reader.I64(), -5);
  EXPECT_TRUE(reader.Bool());
  EXPECT_EQ(reader.Bytes(), "имя");
  EXPECT_EQ(reader.Fixed(2), "xy");
  EXPECT_TRUE(reader.AtEnd());
  ByteReader cut(std::string_view(writer.str()).substr(0, 20));
  while (cut.ok()) cut.U8();
  EXPECT_EQ(cut.U64(), 0u);
}

TEST(Exact, RationalsAreInLowestTermsAndRoundHalfUp) {
  EXPECT_EQ(Rational(2, -4), Rational(-1, 2));
  EXPECT_EQ(Rational(1, 3) + Rational(1, 6), Rational(1, 2));
  EXPECT_LT(Rational(1, 3), Rational(1, 2));
  EXPECT_EQ(Rational(5, 2).RoundHalfUp(), 3);
  EXPECT_EQ(Rational(-5, 2).RoundHalfUp(), -2);
  EXPECT_EQ(Rational(1, 3).ToDecimal(), "0.33");
  EXPECT_EQ(Rational(27, 4).ToDecimal(), "6.75");
  EXPECT_EQ(Rational(-1, 2).ToDecimal(), "-0.5");
  EXPECT_EQ(ToString(HalfPoints{9}), "4.5");
  EXPECT_EQ(ToString(HalfPoints::Whole(4)), "4");
}

TEST(Ids, HexRoundTripAndWrongLengthRefused) {
  const auto id = NodeId::FromHex("000102030405060708090a0b0c0d0e0f");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->hex(), "000102030405060708090a0b0c0d0e0f");
  EXPECT_FALSE(NodeId::FromHex("0001"));
  EXPECT_FALSE(NodeId::From("short"));
  EXPECT_TRUE(NodeId{}.empty());
}

TEST(Status, AnnotatePutsThePlaceFirst) {
  EXPECT_EQ(Message(Annotate(InvalidArgument("line %d: bad", 3), "a.trf")), "a.trf: line 3: bad");
  EXPECT_TRUE(Annotate(absl::OkStatus(), "x").ok());
}

}  // namespace
}  // namespace kubok
